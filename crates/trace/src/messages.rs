//! Messages between threads: who posted a message is known on one thread, who got it on another, and both know its number.
//!
//! So each recording notes the numbers of what it posted and of what it got, and when all of them are in one trace the two are put
//! together: whoever posted is the parent of what the message called.

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
    /// Gives what messages called its cause. What was posted before the oldest that is kept stays without.
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
                // Clocks of two threads may differ by a little; nothing comes before it was sent.
                tasks.queued[at] = if tasks.began[at] < 0 { from.at } else { from.at.min(tasks.began[at]) };
            }
        }
    }
}
