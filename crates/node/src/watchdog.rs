//! The watchdog: reports on standard error that a callback blocks the loop, while it does, and where; then for how
//! long.
//!
//! ```text
//!   the JavaScript thread                                   the watchdog's thread
//!   a macrotask starts ──▶ a beat (one store)     ◀── checks four times per limit: still the same beat?
//!   the loop waits     ──▶ a beat that is odd     ◀── then nothing is blocked
//!   the engine's check ──▶ where the script is    ◀── else it requests a stack, waits for it, and prints a line
//! ```
//!
//! Ticks and promise jobs belong to the macrotask before them, so a flood of them is reported like a long callback. The
//! engine calls [`Heartbeat::check`] after every 50 ms of CPU time, within a script, which continues afterwards. A
//! callback that blocks in a system call uses no CPU time and is not checked: its report has no position.

use crate::sources;
use hexloop_engine::Cx;
use hexloop_engine::stack::Place;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The interval after a requested check found no position.
pub const RETRY_INTERVAL: Duration = Duration::from_millis(1);

/// How long the thread waits for a stack: 50 ms of CPU time can take long on a busy machine.
const STACK_TIMEOUT: Duration = Duration::from_secs(1);

/// The precision of the reported duration.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// How many frames are searched for a position in the program.
const DEPTH: u32 = 100;

const CALLBACK: &str = "a callback has held the loop";

/// Hooks the next await, which calls `capture` once.
const HOOK_NEXT_AWAIT: &str = "(function (see) {
  __hexloop_awaits__ ??= {
    suspend() {
      __hexloop_awaits__ = undefined;
      see();
      return __hexloop_context__;
    },
    resume: (saved) => saved,
  };
})";

/// When the loop was blocked first, from the report until its end is reported.
static REPORTED: Mutex<Option<Instant>> = Mutex::new(None);

/// Shared between both threads.
#[derive(Default)]
pub struct Heartbeat {
    /// Even: a macrotask, incremented by two. Odd: the loop waits.
    beat: AtomicU64,
    stack_requested: AtomicBool,
    found: Mutex<Option<Blocker>>,
    captured: Condvar,
}

/// What blocks the loop, and its position.
struct Blocker {
    what: &'static str,
    place: Option<String>,
}

impl Heartbeat {
    /// Starts the watchdog's thread; None if the system has no more threads.
    pub fn start(limit: Duration) -> Option<Arc<Heartbeat>> {
        let heartbeat = Arc::new(Heartbeat::default());
        let watched = heartbeat.clone();
        std::thread::Builder::new().name("watchdog".to_owned()).spawn(move || watched.watch(limit)).ok()?;
        Some(heartbeat)
    }

    /// A macrotask starts. Only the JavaScript thread writes, so this is a load and a store.
    #[inline]
    pub fn task_started(&self) {
        self.beat.store((self.beat.load(Ordering::Relaxed) | 1) + 1, Ordering::Relaxed);
    }

    /// The loop starts to wait.
    pub fn loop_waits(&self) {
        self.beat.store(self.beat.load(Ordering::Relaxed) | 1, Ordering::Relaxed);
    }

    /// On the JavaScript thread, within a script.
    pub fn check(self: &Arc<Heartbeat>, cx: Cx<'_>) {
        if self.is_stack_requested() && !self.capture_stack(cx) {
            self.capture_at_next_await(cx);
        }
    }

    pub fn is_stack_requested(&self) -> bool {
        self.stack_requested.load(Ordering::Acquire)
    }

    /// Captures the stack; returns whether it contains a position in the program.
    fn capture_stack(&self, cx: Cx<'_>) -> bool {
        let found = parse_backtrace(&cx.backtrace(DEPTH).unwrap_or_default());
        let is_complete = found.place.is_some();
        // The next check, or the next await, may find a position.
        self.stack_requested.store(!is_complete, Ordering::Release);
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
        self.captured.notify_one();
        is_complete
    }

    /// In `for (;;) await null` the engine's checks only happen between two promise jobs, without a frame of the
    /// program on the stack. But an `await` can be hooked (lib/boot.js), so the next one captures the stack, unless all
    /// of them are hooked already.
    fn capture_at_next_await(self: &Arc<Heartbeat>, cx: Cx<'_>) {
        let heartbeat = self.clone();
        let capture = cx.function("see", move |call| {
            if heartbeat.is_stack_requested() {
                heartbeat.capture_stack(call.cx());
            }
            Ok(().into())
        });
        let hook = cx.evaluate(HOOK_NEXT_AWAIT, "node:watchdog", 1).ok().and_then(|value| value.as_object());
        // If it throws (stack overflow), the report has no position.
        let _ = hook.map(|hook| hook.call(&[capture.into_value()]));
    }

    fn watch(&self, limit: Duration) {
        let step = (limit / 4).max(Duration::from_millis(1));
        let mut seen = self.beat.load(Ordering::Relaxed);
        let mut since = Instant::now();
        // Counted, not measured: a process that was suspended has not blocked the loop.
        let mut checks = 0;
        loop {
            std::thread::sleep(step);
            let beat = self.beat.load(Ordering::Relaxed);
            if beat != seen || is_waiting(beat) {
                (seen, since, checks) = (beat, Instant::now(), 0);
                continue;
            }
            checks += 1;
            if checks >= 4 {
                self.report(seen, since);
            }
        }
    }

    fn report(&self, beat: u64, since: Instant) {
        let found = self.request_stack(beat);
        let seconds = since.elapsed().as_secs_f64();
        let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
        write_line(&match found {
            Some(Blocker { what, place: Some(place) }) => format!("hexloop: {what} for {seconds:.1} s: {place}\n"),
            Some(Blocker { what, place: None }) => format!("hexloop: {what} for {seconds:.1} s\n"),
            None => format!("hexloop: {CALLBACK} for {seconds:.1} s, in native code or waiting for the system\n"),
        });
        *reported = Some(since);
        drop(reported);
        while self.beat.load(Ordering::Relaxed) == beat {
            std::thread::sleep(POLL_INTERVAL);
        }
        report_end();
    }

    /// Requests the stack of the running script; None if it ends first or does not respond.
    fn request_stack(&self, beat: u64) -> Option<Blocker> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        *found = None;
        self.stack_requested.store(true, Ordering::Release);
        let requested_at = Instant::now();
        let is_complete = |found: &Option<Blocker>| found.as_ref().is_some_and(|found| found.place.is_some());
        while !is_complete(&found)
            && requested_at.elapsed() < STACK_TIMEOUT
            && self.beat.load(Ordering::Relaxed) == beat
        {
            found = self.captured.wait_timeout(found, POLL_INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
        }
        self.stack_requested.store(false, Ordering::Release);
        found.take()
    }
}

/// Reports the duration of a block, once: when the loop continues, or when the process exits.
pub fn report_end() {
    if let Some(since) = REPORTED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        write_line(&format!("hexloop: that took {:.1} s in the end\n", since.elapsed().as_secs_f64()));
    }
}

fn is_waiting(beat: u64) -> bool {
    beat & 1 == 1
}

/// Parses the engine's `#0 spin() at /app/a.js:3`, one line per frame.
fn parse_backtrace(backtrace: &str) -> Blocker {
    let frames: Vec<(&str, &str, u32)> = backtrace.lines().filter_map(parse_frame).collect();
    let is_builtin = |url: &str| url.starts_with("node:");
    // Native functions have no file.
    let is_program = |url: &str| !is_builtin(url) && !url.is_empty() && url != "[native code]";
    let what = if frames.iter().any(|(name, url, _)| *name == "runTicks" && *url == "node:loop/ticks") {
        "process.nextTick callbacks have kept the loop from turning"
    } else if frames.last().is_some_and(|(_, url, _)| !is_builtin(url)) {
        // Everything but a promise job is called from a built-in file.
        "promise jobs have kept the loop from turning"
    } else {
        CALLBACK
    };
    let place = frames.iter().find(|(_, url, _)| is_program(url)).map(|(name, url, line)| {
        let Place { url, line, .. } = sources::map(Place { url: (*url).to_owned(), line: *line, column: 1 });
        let is_function = !name.is_empty() && !name.starts_with("__hexloop_") && !name.ends_with(" code");
        if is_function { format!("{name} ({url}:{line})") } else { format!("{url}:{line}") }
    });
    Blocker { what, place }
}

/// One frame: function, file, line.
pub(crate) fn parse_frame(line: &str) -> Option<(&str, &str, u32)> {
    let (_, rest) = line.split_once(' ')?;
    let (name, place) = rest.split_once("() at ")?;
    let (url, line) = place.rsplit_once(':')?;
    Some((name, url, line.parse().ok()?))
}

/// One write, so that lines do not interleave with the program's. Bypasses Rust's lock: its owner may be what blocks.
pub(crate) fn write_line(line: &str) {
    let mut stderr = std::mem::ManuallyDrop::new(raw_stderr());
    let _ = stderr.write_all(line.as_bytes());
}

fn raw_stderr() -> std::fs::File {
    use std::os::fd::FromRawFd as _;
    // SAFETY: main() ensures that the descriptor is open; the caller never drops the file, so it stays open.
    unsafe { std::fs::File::from_raw_fd(libc::STDERR_FILENO) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_line_of_the_program_is_the_place() {
        let found =
            parse_backtrace("#0 join() at node:path:3\n#1 spin() at /a.js:7\n#2 runTimer() at node:loop/timers:9\n");
        assert_eq!(found.place.as_deref(), Some("spin (/a.js:7)"));
        assert_eq!(found.what, "a callback has held the loop");
    }

    #[test]
    fn ticks_and_promise_jobs_are_distinguished() {
        let ticks = parse_backtrace(
            "#0 f() at /a.js:7\n#1 runTicks() at node:loop/ticks:80\n#2 runTimer() at node:loop/timers:9\n",
        );
        assert!(ticks.what.starts_with("process.nextTick callbacks"));
        assert!(parse_backtrace("#0 f() at /a.js:7\n#1 () at [native code]\n").what.starts_with("promise jobs"));
        assert!(parse_backtrace("").place.is_none());
    }
}
