//! What a server's results become on their way to a client.
//!
//! The addresses in them are those of the catalogue, so that the client can ask for what it reads
//! there. What the server says of itself stays behind: to the client the gateway is the server.

use crate::{
    host::{Host, ServerName},
    model::{
        CallToolResult, CompleteResult, ContentBlock, GetPromptResult, Meta, ReadResourceResult,
        ResourceContents, keys,
    },
};

/// How the results of one server are handed on.
pub(super) struct Results<'a> {
    host: &'a Host,
    server: &'a ServerName,
}

impl<'a> Results<'a> {
    pub(super) fn of(host: &'a Host, server: &'a ServerName) -> Self {
        Self { host, server }
    }

    pub(super) fn tool(&self, mut result: CallToolResult) -> CallToolResult {
        result.content.iter_mut().for_each(|block| self.block(block));
        leave_behind(&mut result.meta);
        result
    }

    pub(super) fn prompt(&self, mut result: GetPromptResult) -> GetPromptResult {
        result.messages.iter_mut().for_each(|message| self.block(&mut message.content));
        leave_behind(&mut result.meta);
        result
    }

    pub(super) fn resource(&self, mut result: ReadResourceResult) -> ReadResourceResult {
        result.contents.iter_mut().for_each(|contents| self.contents(contents));
        leave_behind(&mut result.meta);
        result
    }

    fn block(&self, block: &mut ContentBlock) {
        match block {
            ContentBlock::ResourceLink(link) => self.address(&mut link.uri),
            ContentBlock::Resource(embedded) => self.contents(&mut embedded.resource),
            ContentBlock::Text(_)
            | ContentBlock::Image(_)
            | ContentBlock::Audio(_)
            | ContentBlock::Unknown(_) => {}
        }
    }

    fn contents(&self, contents: &mut ResourceContents) {
        match contents {
            ResourceContents::Text(contents) => self.address(&mut contents.uri),
            ResourceContents::Blob(contents) => self.address(&mut contents.uri),
        }
    }

    fn address(&self, address: &mut String) {
        // A server that has gone meanwhile has nothing that could be read.
        if let Ok(public) = self.host.address_of(self.server, address) {
            *address = public;
        }
    }
}

/// Proposals have no addresses in them.
pub(super) fn proposals(mut result: CompleteResult) -> CompleteResult {
    leave_behind(&mut result.meta);
    result
}

fn leave_behind(meta: &mut Option<Meta>) {
    if let Some(members) = meta {
        members.remove(keys::SERVER_INFO);
        if members.is_empty() {
            *meta = None;
        }
    }
}
