//! Emits the phases of the loop.

use crate::model::{Kind, TaskRow, Trace};
use hexloop::Phase;
use std::collections::VecDeque;

/// The spans of phases: each lasts from the first to the last task that ran in it, so it is emitted when the next one begins.
#[derive(Default)]
pub(super) struct Spans {
    pub waits: VecDeque<(i64, i64, i64)>,
    phase: Option<i32>,
    open: Option<[i64; 4]>,
}

impl Spans {
    pub fn next_wait_after(&self, time: i64) -> Option<i64> {
        self.waits.iter().map(|(_, began, _)| *began).find(|began| *began >= time)
    }

    pub fn task(&mut self, rows: &mut Trace, task: &TaskRow) {
        while let Some((turn, began, ended)) = self.waits.pop_front_if(|(_, began, _)| *began <= task.began) {
            self.add(rows, [Phase::Poll as i64, turn, began, ended]);
        }
        let is_job = Kind::from_number(task.kind as usize).is_some_and(Kind::is_microtask);
        if !is_job {
            self.phase = Some(task.phase).filter(|phase| *phase >= 0);
        }
        if let Some(phase) = self.phase {
            self.add(rows, [i64::from(phase), task.turn, task.began, task.ended]);
        }
    }

    /// Emits all waits: there is no task before which they would have to be ordered.
    pub fn flush_waits(&mut self, rows: &mut Trace) {
        for (turn, began, ended) in std::mem::take(&mut self.waits) {
            self.add(rows, [Phase::Poll as i64, turn, began, ended]);
        }
    }

    fn add(&mut self, rows: &mut Trace, span: [i64; 4]) {
        if let Some(open) = self.open.as_mut().filter(|open| open[..2] == span[..2]) {
            open[3] = open[3].max(span[3]);
            return;
        }
        if let Some([phase, turn, began, ended]) = self.open.replace(span) {
            rows.phase_spans.phase.push(phase as i32);
            rows.phase_spans.turn.push(turn);
            rows.phase_spans.began.push(began);
            rows.phase_spans.ended.push(ended);
        }
    }
}
