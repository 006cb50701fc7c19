//! Messages between threads: who posted a message is known on one thread, who got it on another, and both know its number.
//!
//! So each recording notes the numbers of what it posted and of what it got, and when all of them are in one trace the two are put
//! together: whoever posted is the parent of what the message called.

use crate::model::Trace;
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posted {
    pub letter: u64,
    pub task: i64,
    pub stack: i32,
    pub at: i64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Received {
    pub letter: u64,
    pub task: i64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mail {
    pub posted: Vec<Posted>,
    pub received: Vec<Received>,
}

impl Trace {
    /// Gives what messages called its cause. What was posted before the oldest that is kept stays without.
    pub(crate) fn deliver(&mut self) {
        let Mail { posted, received } = std::mem::take(&mut self.mail);
        let posted: HashMap<u64, Posted> = posted.into_iter().map(|posted| (posted.letter, posted)).collect();
        let letters: HashMap<i64, u64> =
            received.into_iter().map(|received| (received.task, received.letter)).collect();
        let tasks = &mut self.tasks;
        for at in 0..tasks.id.len() {
            if let Some(from) = letters.get(&tasks.id[at]).and_then(|letter| posted.get(letter)) {
                tasks.parent[at] = from.task;
                tasks.scheduled[at] = from.stack;
                // Clocks of two threads may differ by a little; nothing comes before it was sent.
                tasks.queued[at] = if tasks.began[at] < 0 { from.at } else { from.at.min(tasks.began[at]) };
            }
        }
    }
}
