//! Which questions a client can be asked, and in which words.

use super::Caller;
use crate::{
    dialect::{Profile, profile::ElicitationModes},
    model::{
        Capability, ClientCapabilities, ElicitParams, ElicitationCapability, InputRequest,
        ListCapability, SamplingCapability,
    },
};

/// What the client would have to declare before it can be asked this; nothing where it has.
///
/// A question that the client's version does not know cannot be asked whatever it declares.
pub(crate) fn required_capability(
    caller: &Caller,
    request: &InputRequest,
) -> Option<ClientCapabilities> {
    let profile = caller.profile();
    let known = profile.server_requests.contains(&request.method());
    let can = &caller.capabilities;
    let needed = ClientCapabilities::new();
    let (has, needed) = match request {
        InputRequest::Elicit(ElicitParams::Form(_)) => (
            can.elicitation.as_ref().is_some_and(|elicitation| {
                // Neither kind means forms (2026-07-28 `client/elicitation`, "Capabilities").
                elicitation.form.is_some() || elicitation.url.is_none()
            }),
            needed.with_elicitation(ElicitationCapability::new().with_form(Capability::new())),
        ),
        InputRequest::Elicit(ElicitParams::Url(_)) => (
            profile.elicitation == ElicitationModes::FormAndUrl
                && can.elicitation.as_ref().is_some_and(|elicitation| elicitation.url.is_some()),
            needed.with_elicitation(ElicitationCapability::new().with_url(Capability::new())),
        ),
        InputRequest::CreateMessage(params) if params.tools.is_some() => (
            profile.sampling_tools
                && can.sampling.as_ref().is_some_and(|sampling| sampling.tools.is_some()),
            needed.with_sampling(SamplingCapability::new().with_tools(Capability::new())),
        ),
        InputRequest::CreateMessage(_) => {
            (can.sampling.is_some(), needed.with_sampling(SamplingCapability::new()))
        }
        InputRequest::ListRoots(_) => {
            (can.roots.is_some(), needed.with_roots(ListCapability::new()))
        }
    };
    (!known || !has).then_some(needed)
}

/// Leaves out of a question what the version does not name.
pub(crate) fn adapt_question(request: &mut InputRequest, profile: &Profile) {
    match request {
        InputRequest::Elicit(ElicitParams::Form(form)) => {
            let modes = profile.elicitation == ElicitationModes::FormAndUrl;
            form.mode = modes.then(|| "form".to_owned());
        }
        InputRequest::Elicit(ElicitParams::Url(url)) => {
            if !profile.url_elicitation_error {
                url.elicitation_id = None;
            }
        }
        InputRequest::CreateMessage(_) | InputRequest::ListRoots(_) => {}
    }
}
