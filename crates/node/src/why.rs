//! Ctrl+C that first prints what keeps the process alive: `--why`, and a second Ctrl+C after a `once` listener.
//!
//! ```text
//!   the system ──▶ on_interrupt ──▶ a byte in a pipe ──▶ a thread ──▶ LoopProxy::post ──▶ lib/why/report.js, then exit
//! ```
//!
//! The report can only be made on the loop's thread, between two callbacks. A callback that blocks the loop must not
//! make the process immortal: the thread waits a second and then exits without a report, and another Ctrl+C exits at
//! once. The process is killed by SIGINT itself, so that shells see the usual status (130) and stop a loop in a shell
//! script.

use crate::bindings::signals::errno_location;
use crate::bindings::stdio;
use crate::host::host;
use hexloop::LoopProxy;
use std::io::{self, Read as _, Write as _};
use std::os::fd::IntoRawFd as _;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

/// The write end of the pipe, for the handler; -1 before the first [`listen`].
static SIGNAL_PIPE: AtomicI32 = AtomicI32::new(-1);

/// How long the loop may take to report.
const REPORT_TIMEOUT: Duration = Duration::from_secs(1);

/// From now on SIGINT prints a report and exits, unless JavaScript listens for it.
pub fn listen(proxy: LoopProxy) -> io::Result<()> {
    if SIGNAL_PIPE.load(Ordering::Acquire) == -1 {
        let (mut reader, writer) = io::pipe()?;
        std::thread::Builder::new().name("why".to_owned()).spawn(move || {
            if reader.read_exact(&mut [0]).is_ok() {
                proxy.post(|_| report_and_exit());
                std::thread::sleep(REPORT_TIMEOUT);
                exit_by_sigint(
                    "hexloop: a callback holds the loop, so what else keeps the process alive is not known\n",
                );
            }
        })?;
        // Stays open for the life of the process: the handler writes to it.
        SIGNAL_PIPE.store(writer.into_raw_fd(), Ordering::Release);
    }
    crate::interrupt::set_sigint_handler(on_interrupt)
}

extern "C" fn on_interrupt(signal: libc::c_int) {
    // SAFETY: write and signal are async-signal-safe; errno is restored for the interrupted code.
    unsafe {
        let errno = errno_location();
        let before = *errno;
        libc::signal(signal, libc::SIG_DFL);
        libc::write(SIGNAL_PIPE.load(Ordering::Acquire), [0u8].as_ptr().cast(), 1);
        *errno = before;
    }
}

fn report_and_exit() {
    let host = host();
    let cx = host.cx();
    let report = host.entries.report_alive.get().and_then(|entry| entry.get(cx).as_object());
    let text = match report.map(|function| function.call(&[])) {
        Some(Ok(text)) => text.to_text().unwrap_or_default(),
        Some(Err(exception)) => format!("{}\n", exception.stack()),
        None => String::new(),
    };
    exit_by_sigint(&text)
}

/// Exits by SIGINT, so that the parent process sees the usual status.
pub(crate) fn exit_by_sigint(text: &str) -> ! {
    let _ = io::stderr().write_all(text.as_bytes());
    let _ = stdio::restore_terminal();
    crate::trace::finish(crate::trace::EndReason::Signal);
    // SAFETY: no pointers; the default action of SIGINT terminates the process.
    unsafe {
        libc::signal(libc::SIGINT, libc::SIG_DFL);
        libc::raise(libc::SIGINT);
    }
    // The signal was blocked by the parent process.
    crate::runtime::exit_process(128 + libc::SIGINT)
}
