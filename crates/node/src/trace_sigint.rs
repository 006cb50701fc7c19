//! `--trace-sigint` and `util.setTraceSigInt`: SIGINT terminates the process as usual, but prints the JavaScript stack
//! first.
//!
//! ```text
//!   the system ──▶ on_interrupt ──▶ INTERRUPTED ──▶ the watchdog's check, within a script ──▶ prints its stack, exits
//!                               └─▶ a byte in a pipe ──▶ a thread ──▶ LoopProxy::post ──▶ no script runs: exits without a stack
//! ```
//!
//! Whichever comes first takes INTERRUPTED. A script that blocks in a system call (`Atomics.wait`, `execSync`) reaches
//! neither: then the thread exits the process without a stack after a timeout, or another Ctrl+C does at once. A
//! program that listens for SIGINT replaces this handler.

use crate::bindings::signals::errno_location;
use crate::host::host;
use crate::sources;
use crate::watchdog::{CHECK_INTERVAL, parse_frame, write_line};
use hexloop::LoopProxy;
use hexloop_engine::stack::Place;
use hexloop_engine::{Cx, Vm, Watchdog};
use std::fmt::Write as _;
use std::io::{self, Read as _};
use std::os::fd::IntoRawFd as _;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Duration;

/// The write end of the pipe, for the handler; -1 before first use.
static SIGNAL_PIPE: AtomicI32 = AtomicI32::new(-1);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

const HEADER: &str = "KEYBOARD_INTERRUPT: Script execution was interrupted by `SIGINT`\n";
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);
/// As many frames as Node prints.
const FRAMES: u32 = 10;

/// For a VM without observers. Before the loop is entered: a watchdog created later never fires.
pub fn watchdog(vm: &Vm) -> Option<Watchdog> {
    Watchdog::polling_every(vm, CHECK_INTERVAL, Rc::new(check))
}

/// Enables or disables it.
pub fn set(on: bool) -> io::Result<()> {
    if !on {
        // SAFETY: the default action needs no handler.
        unsafe { libc::signal(libc::SIGINT, libc::SIG_DFL) };
        return Ok(());
    }
    if SIGNAL_PIPE.load(Ordering::Acquire) == -1 {
        let (reader, writer) = io::pipe()?;
        let proxy = host().lp.proxy();
        std::thread::Builder::new().name("trace-sigint".to_owned()).spawn(move || wait(reader, &proxy))?;
        // Stays open for the life of the process: the handler writes to it.
        SIGNAL_PIPE.store(writer.into_raw_fd(), Ordering::Release);
    }
    crate::interrupt::set_sigint_handler(on_interrupt)
}

fn wait(mut pipe: io::PipeReader, proxy: &LoopProxy) {
    while pipe.read_exact(&mut [0]).is_ok() {
        proxy.post(|_| exit_if_interrupted(String::new));
        std::thread::sleep(EXIT_TIMEOUT);
        exit_if_interrupted(String::new);
    }
}

extern "C" fn on_interrupt(signal: libc::c_int) {
    INTERRUPTED.store(true, Ordering::Release);
    // SAFETY: write and signal are async-signal-safe; errno is restored for the interrupted code.
    unsafe {
        let errno = errno_location();
        let before = *errno;
        libc::signal(signal, libc::SIG_DFL);
        libc::write(SIGNAL_PIPE.load(Ordering::Acquire), [0u8].as_ptr().cast(), 1);
        *errno = before;
    }
}

/// Called on the JavaScript thread, within a script. Never terminates the script alone.
pub fn check(cx: Cx<'_>) -> bool {
    exit_if_interrupted(|| format_stack(&cx.backtrace(FRAMES).unwrap_or_default()));
    false
}

fn exit_if_interrupted(stack: impl FnOnce() -> String) {
    if !INTERRUPTED.swap(false, Ordering::AcqRel) {
        return;
    }
    write_line(&format!("{HEADER}{}", stack()));
    crate::why::exit_by_sigint("")
}

/// Converts the engine's `#0 spin() at /app/a.js:3` to V8's format. There are no columns.
fn format_stack(backtrace: &str) -> String {
    let mut text = String::new();
    for (name, url, line) in backtrace.lines().filter_map(parse_frame) {
        if url.is_empty() || url == "[native code]" {
            continue;
        }
        let Place { url, line, .. } = sources::map(Place { url: url.to_owned(), line, column: 1 });
        let is_function = !name.is_empty() && !name.starts_with("__hexloop_") && !name.ends_with(" code");
        let _ = if is_function {
            writeln!(text, "    at {name} ({url}:{line})")
        } else {
            writeln!(text, "    at {url}:{line}")
        };
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::format_stack;

    #[test]
    fn frames_without_a_file_are_left_out() {
        let stack =
            format_stack("#0 spin() at /a.js:7\n#1 forEach() at [native code]:1\n#2 module code() at /a.js:9\n");
        assert_eq!(stack, "    at spin (/a.js:7)\n    at /a.js:9\n\n");
    }
}
