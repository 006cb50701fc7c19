//! Why a task ran when it did: the rule of the loop that put it after the previous task.

use super::cause;
use crate::model::ABSENT;
use crate::phrases;
use crate::view::TraceView;

/// From this delay on the callback that delayed a timer is named; smaller delays are normal.
const NOTABLY_LATE: i64 = 100_000_000;

/// One or two sentences; `None` for tasks without a rule.
pub fn why(view: &TraceView<'_>, row: usize) -> Option<String> {
    let context = Context::new(view, row)?;
    let reason = match view.kind(row) {
        "main" => {
            return Some(
                "Why first: a program's main script runs from top to bottom before the loop turns.".to_owned(),
            );
        }
        "tick" => context.tick(),
        "promise" | "microtask" => context.job(),
        "timeout" | "interval" => context.timer(),
        "immediate" => context.immediate(),
        "pool" => context.pool(),
        "io" | "signal" | "message" => context.poll("An event had come, and poll is the phase that waits for them"),
        "close" => "close callbacks are the last phase of a turn.".to_owned(),
        "exit" => "nothing was left that could run, so the process was about to end.".to_owned(),
        "rejection" => {
            "when ticks and promise jobs are done, rejections that are still unhandled are reported.".to_owned()
        }
        _ => return None,
    };
    Some(format!("Why now: {reason}"))
}

struct Context<'a> {
    view: &'a TraceView<'a>,
    row: usize,
    position: usize,
    /// The task that ran right before.
    last: Option<usize>,
    /// The last callback of the loop before it.
    callback: Option<usize>,
}

impl<'a> Context<'a> {
    fn new(view: &'a TraceView<'a>, row: usize) -> Option<Context<'a>> {
        let position = view.position(row)?;
        let before = || view.ran[..position].iter().rev().copied();
        let callback = before().find(|row| !view.is_microtask(*row));
        Some(Context { view, row, position, last: before().next(), callback })
    }

    fn last_kind(&self) -> &str {
        self.last.map_or("", |row| self.view.kind(row))
    }

    /// The callback before this one ran in the same turn and was one of these.
    fn follows(&self, kinds: &[&str]) -> bool {
        let turns = &self.view.trace.tasks.turn;
        self.callback.is_some_and(|row| kinds.contains(&self.view.kind(row)) && turns[row] == turns[self.row])
    }

    /// The task that scheduled it ran since the last callback began, as a microtask of this kind.
    fn was_added_by(&self, is_kind: impl Fn(&str) -> bool) -> bool {
        let Some(parent) = cause::parent(self.view, self.row) else { return false };
        is_kind(self.view.kind(parent)) && self.callback.is_none_or(|callback| parent > callback)
    }

    fn had_ended(&self) -> String {
        let name = self.callback.map_or_else(|| "the callback".to_owned(), |row| cause::callback(self.view, row));
        format!("{name} had ended")
    }

    fn tick(&self) -> String {
        match self.last_kind() {
            "tick" if self.was_added_by(|kind| kind == "tick") => {
                "a tick had queued it, and the tick queue runs until it is empty, with what is added meanwhile."
                    .to_owned()
            }
            "tick" => "ticks run in the order in which they were queued.".to_owned(),
            "promise" | "microtask" => {
                "the promise jobs were done. Ticks that are queued by then run before the loop goes on.".to_owned()
            }
            _ => format!(
                "{}. The tick queue is emptied first, before promise jobs and before the loop goes on.",
                self.had_ended()
            ),
        }
    }

    fn job(&self) -> String {
        let is_job = |kind: &str| matches!(kind, "promise" | "microtask");
        if self.tick_waits() && !is_job(self.last_kind()) {
            return "an ES module is itself run by a promise job, so here the promise queue is emptied before the ticks."
                .to_owned();
        }
        match self.last_kind() {
            kind if is_job(kind) && self.was_added_by(is_job) => {
                "the promise queue, too, runs until it is empty, with what its jobs add to it.".to_owned()
            }
            kind if is_job(kind) => "promise jobs run in the order in which they became ready.".to_owned(),
            "tick" => "the tick queue was empty, and promise jobs come next.".to_owned(),
            _ => format!("{} and left no ticks. Promise jobs come next, before the loop goes on.", self.had_ended()),
        }
    }

    /// A tick is queued and runs later.
    fn tick_waits(&self) -> bool {
        let tasks = &self.view.trace.tasks;
        let now = tasks.began[self.row];
        let later = self.view.ran[self.position + 1..].iter();
        let mut jobs = later.take_while(|row| self.view.is_microtask(**row));
        jobs.any(|row| self.view.kind(*row) == "tick" && tasks.queued[*row] != ABSENT && tasks.queued[*row] < now)
    }

    fn timer(&self) -> String {
        let turn = self.view.trace.tasks.turn[self.row];
        let from_main = cause::parent(self.view, self.row).is_some_and(|row| self.view.kind(row) == "main");
        let first = if self.follows(&["timeout", "interval"]) {
            "the timers phase went on: those that are due run by due time, and of equals the one set first.".to_owned()
        } else if from_main && self.callback.is_some_and(|row| self.view.kind(row) == "main") && self.is_shortest() {
            format!(
                "both queues were empty, and the loop began with its first phase, timers (turn {turn}). Hexloop waits there for \
                 a timer of 0 or 1 ms that the main script set; in Node it depends on timing whether it is due by now."
            )
        } else {
            format!("both queues were empty, the loop was in its timers phase (turn {turn}), and the timer was due.")
        };
        match self.late() {
            Some(late) => format!("{first} {late}"),
            None => first,
        }
    }

    fn is_shortest(&self) -> bool {
        self.view.label(self.row).is_some_and(|label| label.ends_with(" 1 ms"))
    }

    /// Which callback blocked the loop when it was due.
    fn late(&self) -> Option<String> {
        let tasks = &self.view.trace.tasks;
        let (due, began) = (tasks.due[self.row], tasks.began[self.row]);
        let culprit = self.callback.filter(|row| self.view.kind(*row) != "main" && tasks.began[*row] < began)?;
        let position = self.view.position(culprit)?;
        let is_late = due != ABSENT && began - due >= NOTABLY_LATE && self.view.took(position) >= NOTABLY_LATE;
        is_late.then(|| {
            format!(
                "It was {} late: {} had held the loop.",
                phrases::duration(began - due),
                cause::callback(self.view, culprit)
            )
        })
    }

    fn immediate(&self) -> String {
        let turn = self.view.trace.tasks.turn[self.row];
        let parent_kind = cause::parent(self.view, self.row).map_or("", |row| self.view.kind(row));
        if self.follows(&["immediate"]) {
            "the check phase went on: immediates run in the order in which they were set.".to_owned()
        } else if parent_kind == "immediate" {
            format!("it was set during a check phase, so it had to wait for the one of the next turn (turn {turn}).")
        } else if self.follows(&["io", "pool", "signal", "message"]) {
            format!("the check phase follows poll (turn {turn}), so immediates come before any timer.")
        } else {
            format!("poll had nothing to run, and the check phase follows it (turn {turn}).")
        }
    }

    fn pool(&self) -> String {
        self.poll("A thread of the pool had done the work, and results are taken in the poll phase")
    }

    fn poll(&self, rule: &str) -> String {
        let turn = self.view.trace.tasks.turn[self.row];
        let mut characters = rule.chars();
        let first: String = characters.next().map_or_else(String::new, |character| character.to_lowercase().collect());
        format!("{first}{} (turn {turn}).", characters.as_str())
    }
}
