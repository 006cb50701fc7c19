//! Emits jobs of the thread pool.

use crate::model::{Kind, TaskRow, Trace};
use crate::recording::Job;
use std::collections::{HashMap, VecDeque};

/// Jobs of the pool. They are known at once, the rows of the tasks that requested them one poll later.
#[derive(Default)]
pub(super) struct Jobs {
    /// By the task that runs when they are done.
    pub labels: HashMap<i64, i32>,
    stacks: HashMap<i64, i32>,
    pending: VecDeque<Job>,
}

impl Jobs {
    pub fn requested(&mut self, row: &TaskRow) {
        if row.kind == Kind::Pool as i32 {
            self.stacks.insert(row.id, row.scheduled);
        }
    }

    pub fn ended(&mut self, job: Job) {
        if job.request > 0 {
            self.labels.insert(job.request, job.label);
        }
        self.pending.push_back(job);
    }

    /// Emits those whose task is known by now: ids are assigned in order.
    pub fn emit(&mut self, rows: &mut Trace, last_id: i64) {
        while let Some(job) = self.pending.pop_front_if(|job| job.request <= last_id) {
            let table = &mut rows.jobs;
            table.id.push(job.id);
            table.label.push(job.label);
            // The loop is thread 0.
            table.thread.push(if job.thread < 0 { -1 } else { job.thread + 1 });
            table.task.push(job.task);
            table.scheduled.push(self.stacks.remove(&job.request).unwrap_or(-1));
            table.queued.push(job.queued);
            table.began.push(job.began);
            table.ended.push(job.ended);
        }
    }
}
