//! What the program around Hostline is asked, and what it is told.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::{
    declare::{notifications, questions},
    description::{Asked, Described as _, Told},
};
use crate::{
    error::Result,
    facade::types::{
        CreateMessageQuestion, Decision, ElicitFormQuestion, ElicitUrlQuestion, HostQuestion,
        KeptRecord, ListRecordsQuestion, ListRootsQuestion, Nothing, OpenAddressQuestion,
        OpenedAddress, ProgressReport, RecordNames, RecordQuestion, RemovedRecord,
        SaveRecordQuestion,
    },
    model::{
        CreateMessageResult, ElicitResult, ListRootsResult, Wire,
        shape::{Types, documentation},
    },
};

questions! {
    /// A server's question to a person: a form (2026-07-28 `client/elicitation`, "Form Mode").
    ///
    /// All of its text is the server's own and untrusted.
    ElicitForm = "elicitation/form" elicit_form: ElicitFormQuestion => ElicitResult;

    /// A server's question to a person: an address to open (2026-07-28 `client/elicitation`, "URL
    /// Mode").
    ///
    /// All of its text is the server's own and untrusted. Accepting the address means that the
    /// person agreed to open it, and no more: the program opens it.
    ElicitUrl = "elicitation/url" elicit_url: ElicitUrlQuestion => ElicitResult;

    /// A server's request for a model's answer (2026-07-28 `client/sampling`).
    ///
    /// A person should see what is asked, and what is answered. A host asks nobody for it.
    CreateMessage = "sampling/createMessage" create_message:
        CreateMessageQuestion => CreateMessageResult;

    /// In which folders a server may work (2026-07-28 `client/roots`).
    ListRoots = "roots/list" list_roots: ListRootsQuestion => ListRootsResult;

    /// Decides for a person whether something may happen that a server or a model wants, where the
    /// policy of the host says that a person is asked.
    ///
    /// What came from a server or a model in the question is untrusted text. Whoever cannot decide
    /// has said no, and for a term that was not offered the answer holds once.
    Decide = "consent/decide" decide: HostQuestion => Decision;

    /// Opens an address where a person signs in, in place of the system's browser. A host opens the
    /// system's.
    OpenAddress = "address/open" open_address: OpenAddressQuestion => OpenedAddress;

    /// Loads a record of tokens or secrets, where the delegate keeps them.
    LoadRecord = "record/load" load_record: RecordQuestion => KeptRecord;

    /// Keeps a record of tokens or secrets. After a crash there must be the earlier or the new one.
    SaveRecord = "record/save" save_record: SaveRecordQuestion => Nothing;

    /// Forgets a record of tokens or secrets.
    RemoveRecord = "record/remove" remove_record: RecordQuestion => RemovedRecord;

    /// Lists the names of all records, in order.
    ListRecords = "record/list" list_records: ListRecordsQuestion => RecordNames;
}

/// The place of a notification among those that wait to be heard; it is free once the notification
/// is dropped. So whoever is slow to take them bounds how many there are.
#[derive(Clone, Debug, Default)]
pub struct Place(Arc<()>);

impl Place {
    /// The place of one more notification, if fewer than `most` wait.
    pub(in crate::facade) fn next(&self, most: usize) -> Option<Self> {
        (Arc::strong_count(&self.0) <= most).then(|| self.clone())
    }
}

notifications! {
    /// How far a call has come. It comes before the call's result. A listener that fails ends the
    /// call with its own error.
    Progress = "progress": ProgressReport;
}
