//! Signals that end a recording: those that terminate the process, and with `--traceable` SIGUSR2, which also starts
//! one.
//!
//! ```text
//!   the system ──▶ on_signal ──▶ its number in a pipe ──▶ a thread ──▶ LoopProxy::post ──▶ the loop's thread finishes it
//! ```
//!
//! A callback that blocks the loop must not keep the process alive: the thread waits a second, and then writes the
//! recording itself. JavaScript listeners replace these handlers, and restore them when they are removed
//! (bindings/signals.rs).

use super::{EndReason, RECORDER, finish, workers};
use crate::bindings::signals::errno_location;
use crate::bindings::stdio;
use crate::host::host;
use crate::options::TraceOptions;
use hexloop::LoopProxy;
use hexloop_engine::Out;
use std::io::{self, Read as _};
use std::os::fd::IntoRawFd as _;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

/// The write end of the pipe, for the handler.
static SIGNAL_PIPE: AtomicI32 = AtomicI32::new(-1);

/// How long the loop may take to finish the recording.
const LOOP_TIMEOUT: Duration = Duration::from_secs(1);

/// Signals that terminate the process by default.
const TERMINATING: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

pub fn listen(proxy: LoopProxy, options: &TraceOptions) -> io::Result<()> {
    let (mut reader, writer) = io::pipe()?;
    // Stays open for the life of the process: the handler writes to it.
    SIGNAL_PIPE.store(writer.into_raw_fd(), Ordering::Release);
    std::thread::Builder::new().name("trace signals".to_owned()).spawn(move || {
        let mut number = [0];
        while reader.read_exact(&mut number).is_ok() {
            let signal = i32::from(number[0]);
            if signal == libc::SIGUSR2 {
                proxy.post(|_| toggle());
                continue;
            }
            proxy.post(move |_| finish_and_raise(signal));
            std::thread::sleep(LOOP_TIMEOUT);
            finish_and_raise(signal);
        }
    })?;
    for signal in TERMINATING {
        install_handler(signal, true)?;
    }
    if options.on_signal {
        install_handler(libc::SIGUSR2, false)?;
    }
    Ok(())
}

/// Installs the handler; with `only_default`, an ignored signal (as with `nohup`) stays ignored.
fn install_handler(signal: i32, only_default: bool) -> io::Result<()> {
    // SAFETY: all-zero sigactions are valid, and the handler is async-signal-safe.
    unsafe {
        let mut before: libc::sigaction = std::mem::zeroed();
        if libc::sigaction(signal, std::ptr::null(), &mut before) == -1 {
            return Err(io::Error::last_os_error());
        }
        if only_default && before.sa_sigaction != libc::SIG_DFL {
            return Ok(());
        }
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_signal as *const () as usize;
        action.sa_flags = libc::SA_RESTART | libc::SA_ONSTACK;
        if libc::sigaction(signal, &action, std::ptr::null_mut()) == -1 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

extern "C" fn on_signal(signal: libc::c_int) {
    // SAFETY: write is async-signal-safe; errno is restored for the interrupted code.
    unsafe {
        let errno = errno_location();
        let saved = *errno;
        let number = signal as u8;
        libc::write(SIGNAL_PIPE.load(Ordering::Acquire), (&raw const number).cast(), 1);
        *errno = saved;
    }
}

/// Writes the trace and raises the signal again, with its default action.
fn finish_and_raise(signal: i32) {
    finish(EndReason::Signal);
    let _ = stdio::restore_terminal();
    // SAFETY: no pointers; the default action terminates the process.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
    // The signal was blocked by the parent process.
    crate::runtime::exit_process(128 + signal)
}

/// Starts a recording, or finishes the current one. On the loop's thread, between two callbacks.
fn toggle() {
    let Some(recorder) = RECORDER.get() else { return };
    let host = host();
    if recorder.is_on.load(Ordering::Relaxed) {
        host.call(&host.entries.set_recording, vec![Out::Boolean(false)]);
        recorder.end(EndReason::Request);
        workers::end_all();
        return;
    }
    recorder.restart(&host.lp);
    workers::begin_all(recorder);
    eprintln!("hexloop: recording process {}; SIGUSR2 ends it", std::process::id());
    host.call(&host.entries.set_recording, vec![Out::Boolean(true)]);
}
