//! What a server, or its transport, says without being asked.

use super::ErrorReport;
use crate::{
    Json,
    model::{
        LoggingLevel, Meta, Task,
        wire::{open_enum, tagged, wire},
    },
};

open_enum! {
    /// What a transport noticed.
    pub enum NoticeKind {
        /// The server's process wrote a line that is no message.
        Noise = "noise",
        /// A message was larger than the limit, and was dropped.
        Oversized = "oversized",
        /// Lines of standard error were dropped, because they came too fast.
        StderrDropped = "stderr_dropped",
        /// A message began with a byte order mark.
        ByteOrderMark = "byte_order_mark",
        /// A message could not be sent.
        NotSent = "not_sent",
        /// A broken stream was not opened again.
        StreamGivenUp = "stream_given_up",
        /// A broken stream was resumed.
        Resumed = "resumed",
    }
}

tagged! {
    /// One thing that a server, or its transport, said without being asked.
    pub enum Event by "type" {
        /// The list of tools has changed. Nothing is fetched by itself.
        ToolsChanged(ToolsChangedEvent) = "toolsChanged";
        /// The list of prompts has changed.
        PromptsChanged(PromptsChangedEvent) = "promptsChanged";
        /// The list of resources has changed.
        ResourcesChanged(ResourcesChangedEvent) = "resourcesChanged";
        /// A resource has changed.
        ResourceUpdated(ResourceUpdatedEvent) = "resourceUpdated";
        /// A log message.
        Log(LogEvent) = "log";
        /// A person has finished what an address was opened for.
        ElicitationComplete(ElicitationCompleteEvent) = "elicitationComplete";
        /// A task has changed.
        TaskStatus(TaskStatusEvent) = "taskStatus";
        /// A step of signing in, renewing or signing out.
        SignIn(SignInEvent) = "signIn";
        /// A line that the server's process wrote to its standard error.
        Stderr(StderrEvent) = "stderr";
        /// Something else that the transport noticed.
        Notice(NoticeEvent) = "notice";
        /// A notification that Hostline does not know.
        UnknownNotification(UnknownNotificationEvent) = "unknown";
        /// Events were left out, since nobody fetched them.
        Missed(MissedEvent) = "missed";
        /// The connection has ended.
        Closed(ClosedEvent) = "closed";
    }
}

wire! {
    /// The list of tools has changed. Nothing is fetched by itself.
    pub struct ToolsChangedEvent {
        tag "type" = "toolsChanged";
    }
}

wire! {
    /// The list of prompts has changed.
    pub struct PromptsChangedEvent {
        tag "type" = "promptsChanged";
    }
}

wire! {
    /// The list of resources has changed.
    pub struct ResourcesChangedEvent {
        tag "type" = "resourcesChanged";
    }
}

wire! {
    /// A resource has changed.
    pub struct ResourceUpdatedEvent {
        tag "type" = "resourceUpdated";
        required {
            /// Its address.
            uri: String = "uri";
        }
    }
}

wire! {
    /// A log message of the server.
    pub struct LogEvent {
        tag "type" = "log";
        required {
            /// How grave it is.
            level: LoggingLevel = "level";
            /// What happened, in any form: untrusted.
            data: Json = "data";
        }
        optional {
            /// The part of the server that says it.
            with_logger logger: String = "logger";
            /// What is attached to the message.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// A person has finished what an address was opened for.
    pub struct ElicitationCompleteEvent {
        tag "type" = "elicitationComplete";
        required {
            /// The elicitation.
            elicitation_id: String = "elicitationId";
        }
    }
}

wire! {
    /// A task has changed.
    pub struct TaskStatusEvent {
        tag "type" = "taskStatus";
        required {
            /// The task.
            task: Task = "task";
        }
    }
}

wire! {
    /// A line that the server's process wrote to its standard error.
    pub struct StderrEvent {
        tag "type" = "stderr";
        required {
            /// The line: untrusted text.
            line: String = "line";
        }
    }
}

wire! {
    /// Something else that the transport noticed.
    pub struct NoticeEvent {
        tag "type" = "notice";
        required {
            /// What it is.
            notice: NoticeKind = "notice";
        }
        optional {
            /// More about it: untrusted text.
            with_detail detail: String = "detail";
        }
    }
}

wire! {
    /// A notification that Hostline does not know.
    pub struct UnknownNotificationEvent {
        tag "type" = "unknown";
        required {
            /// The method.
            method: String = "method";
        }
        optional {
            /// The parameters.
            with_params params: Json = "params";
        }
    }
}

wire! {
    /// Events were left out, since nobody fetched them.
    pub struct MissedEvent {
        tag "type" = "missed";
        required {
            /// How many; 0 where nobody knows, since a broken stream was opened again: fetch anew
            /// what matters.
            count: u64 = "count";
        }
    }
}

wire! {
    /// The connection has ended.
    pub struct ClosedEvent {
        tag "type" = "closed";
        required {
            /// Why.
            error: ErrorReport = "error";
        }
    }
}

open_enum! {
    /// A step of signing in, renewing or signing out.
    pub enum SignInStep {
        /// Something is sent to the server or an issuer.
        Sending = "sending",
        /// The answer to it.
        Answered = "answered",
        /// There was no answer.
        Unanswered = "unanswered",
        /// A person is sent to an issuer's page.
        Visiting = "visiting",
        /// A person must sign in, and could not be asked now.
        Waiting = "waiting",
        /// Somebody has signed in.
        SignedIn = "signed_in",
        /// The token was renewed.
        Renewed = "renewed",
        /// The issuer has taken the tokens back, and they are forgotten.
        Dropped = "dropped",
        /// The issuer will not renew the token, which is kept.
        NotRenewed = "not_renewed",
        /// A new token could not be stored; it is used while the program lives.
        NotKept = "not_kept",
        /// A sign-in came to nothing.
        Failed = "failed",
        /// Somebody has signed out.
        SignedOut = "signed_out",
    }
}

wire! {
    /// A step of signing in, renewing or signing out. It holds no token, code or secret.
    pub struct SignInEvent {
        tag "type" = "signIn";
        required {
            /// Which one.
            step: SignInStep = "step";
        }
        optional {
            /// What was sent or answered, where there is a text.
            with_detail detail: String = "detail";
            /// The issuer.
            with_issuer issuer: String = "issuer";
            /// What is asked for, or allowed.
            with_scopes scopes: Vec<String> = "scopes";
            /// When the token is over, in seconds since 1970.
            with_expires_at expires_at: u64 = "expiresAt";
            /// Why.
            with_reason reason: ErrorReport = "reason";
        }
    }
}
