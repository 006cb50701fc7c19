//! Exit notifications: each child is reported once, in the poll phase, and reaped.
//!
//! A child comes with a pidfd that becomes readable on exit, so it is one more source of the loop: no SIGCHLD handler,
//! and no scan of all children when one exits. Without pidfds, a thread waits for the child.
//!
//! The children of a worker that exits keep running. The main thread's loop then watches them, only to reap them. (In
//! Node they remain zombies.)

use super::{Event, emit};
use crate::bindings::child_process::spawn::Spawned;
use crate::host::host;
use hexloop::mio::unix::SourceFd;
use hexloop::{Handle as _, Interest, KeepAlive, LoopProxy, Source};
use hexloop_engine::Out;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::sync::OnceLock;

thread_local! {
    static CHILDREN: RefCell<Children> = RefCell::default();
}

/// The main thread's loop.
static MAIN_LOOP: OnceLock<LoopProxy> = OnceLock::new();

/// Called once, on the main thread.
pub fn reap_for_workers(main_loop: LoopProxy) {
    let _ = MAIN_LOOP.set(main_loop);
}

#[derive(Default)]
struct Children(HashMap<i32, Child>);

impl Drop for Children {
    fn drop(&mut self) {
        for (pid, child) in self.0.drain() {
            let Child::Polled { pidfd, source } = child else { continue };
            drop(source);
            if wait(pid, libc::WNOHANG).is_none()
                && let Some(main_loop) = MAIN_LOOP.get()
            {
                main_loop.post(move |_| adopt(pid, pidfd));
            }
        }
    }
}

/// On the main thread: reaps a worker's child; its exit is not reported.
fn adopt(pid: i32, pidfd: OwnedFd) {
    let on_ready = move |_| {
        if wait(pid, libc::WNOHANG).is_some() {
            on_exit(pid, None);
        }
    };
    let registered = Source::register(&host().lp, &mut SourceFd(&pidfd.as_raw_fd()), Interest::READABLE, on_ready);
    // If it cannot be watched, it remains a zombie until this process exits.
    let Ok(source) = registered else { return };
    source.unref();
    CHILDREN.with_borrow_mut(|children| children.0.insert(pid, Child::Polled { pidfd, source }));
}

enum Child {
    Polled {
        pidfd: OwnedFd,
        source: Source,
    },
    /// A thread waits for it; None while the child is unreferenced.
    Waited(Option<KeepAlive>),
}

/// Exit code and signal, one of them 0.
pub struct ExitStatus {
    pub code: i32,
    pub signal: i32,
}

impl ExitStatus {
    fn from_raw(status: i32) -> ExitStatus {
        if libc::WIFSIGNALED(status) {
            ExitStatus { code: 0, signal: libc::WTERMSIG(status) }
        } else {
            ExitStatus { code: libc::WEXITSTATUS(status), signal: 0 }
        }
    }
}

/// The exit status of a child; None if it is running and `flags` contain WNOHANG.
pub fn wait(pid: i32, flags: i32) -> Option<ExitStatus> {
    let mut status = 0;
    loop {
        // SAFETY: a pointer to the status.
        match unsafe { libc::waitpid(pid, &mut status, flags) } {
            0 => return None,
            // SIGCHLD is ignored, so the system reaped the child: its status is lost.
            -1 if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted => {
                return Some(ExitStatus::from_raw(0));
            }
            -1 => {}
            _ => return Some(ExitStatus::from_raw(status)),
        }
    }
}

/// Reports the child's exit when it happens.
pub fn watch(spawned: Spawned) -> io::Result<()> {
    let pid = spawned.pid;
    let child = match spawned.pidfd {
        Some(pidfd) => {
            let source =
                Source::register(&host().lp, &mut SourceFd(&pidfd.as_raw_fd()), Interest::READABLE, move |_| {
                    check_exit(pid)
                })?;
            source.set_low_priority();
            Child::Polled { pidfd, source }
        }
        None => wait_in_thread(pid)?,
    };
    CHILDREN.with_borrow_mut(|children| children.0.insert(pid, child));
    Ok(())
}

fn wait_in_thread(pid: i32) -> io::Result<Child> {
    let host = host();
    let proxy = host.lp.proxy();
    std::thread::Builder::new().name("wait for a child".to_owned()).spawn(move || {
        let exit_status = wait(pid, 0);
        let _ = proxy.post(move |_| on_exit(pid, exit_status));
    })?;
    Ok(Child::Waited(Some(host.lp.keep_alive())))
}

fn check_exit(pid: i32) {
    if let Some(exit_status) = wait(pid, libc::WNOHANG) {
        on_exit(pid, Some(exit_status));
    }
}

fn on_exit(pid: i32, exit_status: Option<ExitStatus>) {
    let child = CHILDREN.with_borrow_mut(|children| children.0.remove(&pid));
    if let Some(Child::Polled { pidfd, source }) = &child {
        let _ = source.deregister(&mut SourceFd(&pidfd.as_raw_fd()));
    }
    drop(child);
    let Some(ExitStatus { code, signal }) = exit_status else { return };
    emit(Event::Exited, [Out::from(pid), Out::from(code), Out::from(signal)]);
}

pub fn set_referenced(pid: i32, referenced: bool) {
    CHILDREN.with_borrow_mut(|children| match children.0.get_mut(&pid) {
        Some(Child::Polled { source, .. }) if referenced => source.ref_(),
        Some(Child::Polled { source, .. }) => source.unref(),
        Some(Child::Waited(alive)) => *alive = referenced.then(|| host().lp.keep_alive()),
        None => {}
    });
}
