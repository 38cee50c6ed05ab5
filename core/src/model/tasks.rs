//! Requests whose answer is fetched later (2025-11-25 `basic/utilities/tasks`; only there).

use super::{
    List, Meta,
    wire::{open_enum, wire},
};

wire! {
    /// A request that runs on its own. It is also the answer to `tasks/get` and `tasks/cancel` and
    /// the parameters of `notifications/tasks/status`.
    pub struct Task {
        required {
            /// The task's identifier.
            task_id: String = "taskId";
            /// How it stands.
            status: TaskStatus = "status";
            /// When it was made, by ISO 8601.
            created_at: String = "createdAt";
            /// When its status last changed, by ISO 8601.
            last_updated_at: String = "lastUpdatedAt";
        }
        repaired {
            /// For how many milliseconds it is kept from its making on; none means without end.
            ttl: Option<u64> = "ttl", ttl_or_endless;
        }
        salvaged {
            /// More about how it stands, in words for a person.
            with_status_message status_message: String = "statusMessage";
            /// After how many milliseconds it is worth asking again.
            with_poll_interval poll_interval: u64 = "pollInterval";
            /// What is attached to it.
            with_meta meta: Meta = "_meta";
        }
    }
}

/// The member must be there and may be null; a task without it is still worth having.
#[expect(clippy::option_option, reason = "absent and null are two things here")]
fn ttl_or_endless(found: Option<Option<u64>>, notes: &mut super::decode::Notes) -> Option<u64> {
    found.unwrap_or_else(|| {
        notes.push(super::decode::Misfit::missing("ttl"));
        None
    })
}

open_enum! {
    /// How a task stands (2025-11-25 `basic/utilities/tasks`, "Task Status Lifecycle").
    pub enum TaskStatus {
        /// It runs.
        Working = "working",
        /// It waits for an answer to a request of the server.
        InputRequired = "input_required",
        /// It has ended well, and its result can be fetched.
        Completed = "completed",
        /// It has ended badly.
        Failed = "failed",
        /// It was given up.
        Cancelled = "cancelled",
    }
}

impl TaskStatus {
    /// Whether the task will not change any more.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

wire! {
    /// What a request says that asks to become a task.
    pub struct TaskMetadata {
        salvaged {
            /// For how many milliseconds the task is to be kept.
            with_ttl ttl: u64 = "ttl";
        }
    }
}

wire! {
    /// Which task a message belongs to; it stands in `_meta`.
    pub struct RelatedTask {
        required {
            /// The task's identifier.
            task_id: String = "taskId";
        }
    }
}

wire! {
    /// The answer to a request that has become a task.
    pub struct CreateTaskResult {
        required {
            /// The task.
            task: Task = "task";
        }
        salvaged {
            /// What is attached to the answer.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The parameters of `tasks/get`, `tasks/result` and `tasks/cancel`.
    pub struct TaskParams {
        required {
            /// The task's identifier.
            task_id: String = "taskId";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// One page of a peer's tasks.
    pub struct ListTasksResult {
        required {
            /// The tasks.
            tasks: List<Task> = "tasks";
        }
        optional {
            /// Where the next page begins; absent on the last one.
            with_next_cursor next_cursor: String = "nextCursor";
        }
        salvaged {
            /// What is attached to the page.
            with_meta meta: Meta = "_meta";
        }
    }
}
