//! Tasks: the table, and one row of it.

use super::{ABSENT, Column, Index};
use serde::{Deserialize, Serialize};

/// All callbacks and microtasks that ran or were queued.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tasks {
    pub id: Column,
    /// Into `kinds`.
    pub kind: Index,
    pub thread: Index,
    pub turn: Column,
    /// Into `phases`; -1: before the loop, or between two callbacks.
    pub phase: Index,
    /// The id of the task whose code scheduled it.
    pub parent: Column,
    /// The async resource; the same for every run of an interval.
    pub resource: Column,
    /// Into `stacks`: where it was scheduled.
    pub scheduled: Index,
    /// Into `places`: where its function is defined.
    pub defined: Index,
    pub queued: Column,
    /// Timers only.
    pub due: Column,
    /// Absent: it never ran.
    pub began: Column,
    pub ended: Column,
    /// When it was cleared.
    pub cancelled: Column,
    /// Into `labels`.
    pub label: Index,
}

/// One task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskRow {
    pub id: i64,
    pub kind: i32,
    pub thread: i32,
    pub turn: i64,
    pub phase: i32,
    pub parent: i64,
    pub resource: i64,
    pub scheduled: i32,
    pub defined: i32,
    pub queued: i64,
    pub due: i64,
    pub began: i64,
    pub ended: i64,
    pub cancelled: i64,
    pub label: i32,
}

impl Default for TaskRow {
    fn default() -> TaskRow {
        TaskRow {
            id: ABSENT,
            kind: 0,
            thread: 0,
            turn: 0,
            phase: -1,
            parent: ABSENT,
            resource: ABSENT,
            scheduled: -1,
            defined: -1,
            queued: ABSENT,
            due: ABSENT,
            began: ABSENT,
            ended: ABSENT,
            cancelled: ABSENT,
            label: -1,
        }
    }
}

impl TaskRow {
    /// The time that rows are ordered by.
    pub fn time(&self) -> i64 {
        if self.began == ABSENT { self.queued } else { self.began }
    }
}

impl Tasks {
    pub fn len(&self) -> usize {
        self.id.len()
    }

    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    pub fn push(&mut self, row: TaskRow) {
        self.id.push(row.id);
        self.kind.push(row.kind);
        self.thread.push(row.thread);
        self.turn.push(row.turn);
        self.phase.push(row.phase);
        self.parent.push(row.parent);
        self.resource.push(row.resource);
        self.scheduled.push(row.scheduled);
        self.defined.push(row.defined);
        self.queued.push(row.queued);
        self.due.push(row.due);
        self.began.push(row.began);
        self.ended.push(row.ended);
        self.cancelled.push(row.cancelled);
        self.label.push(row.label);
    }

    /// The row at an index. For a trace that was read: only after [`check`](crate::check), which compares the lengths of columns.
    pub fn row(&self, at: usize) -> TaskRow {
        TaskRow {
            id: self.id[at],
            kind: self.kind[at],
            thread: self.thread[at],
            turn: self.turn[at],
            phase: self.phase[at],
            parent: self.parent[at],
            resource: self.resource[at],
            scheduled: self.scheduled[at],
            defined: self.defined[at],
            queued: self.queued[at],
            due: self.due[at],
            began: self.began[at],
            ended: self.ended[at],
            cancelled: self.cancelled[at],
            label: self.label[at],
        }
    }

    pub fn rows(&self) -> impl Iterator<Item = TaskRow> + '_ {
        (0..self.len()).map(|at| self.row(at))
    }
}
