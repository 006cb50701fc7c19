//! Messages between threads: one thread knows the task that posted a message, another the task that received it, and both know its
//! number.
//!
//! So each recording stores the numbers of posted and of received messages. When all threads are merged into one trace the two are
//! joined: the posting task is the parent of the receiving one.

use crate::model::Trace;
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posted {
    pub message: u64,
    pub task: i64,
    pub stack: i32,
    pub at: i64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Received {
    pub message: u64,
    pub task: i64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Messages {
    pub posted: Vec<Posted>,
    pub received: Vec<Received>,
}

impl Trace {
    /// Sets the parent of tasks that received a message. If the row of the posting task was dropped there is none.
    pub(crate) fn link_messages(&mut self) {
        let Messages { posted, received } = std::mem::take(&mut self.messages);
        let posted: HashMap<u64, Posted> = posted.into_iter().map(|posted| (posted.message, posted)).collect();
        let messages: HashMap<i64, u64> =
            received.into_iter().map(|received| (received.task, received.message)).collect();
        let tasks = &mut self.tasks;
        for at in 0..tasks.id.len() {
            if let Some(from) = messages.get(&tasks.id[at]).and_then(|message| posted.get(message)) {
                tasks.parent[at] = from.task;
                tasks.scheduled[at] = from.stack;
                // The clocks of two threads may differ a little; a message is received after it was posted.
                tasks.queued[at] = if tasks.began[at] < 0 { from.at } else { from.at.min(tasks.began[at]) };
            }
        }
    }
}
