//! File descriptors that JavaScript holds as numbers.
//!
//! A number owns nothing: a worker may be terminated between the call that opened a descriptor and the one that passes
//! it to a stream. So each is tracked by its thread from before JavaScript gets the number until something owns it (a
//! stream, a channel, a message to another thread) or closes it. Those still tracked when the thread ends are closed.
//!
//! | set | what it contains |
//! |---|---|
//! | exposed | what built-in modules pass on in their next steps: ends of pipes, descriptors received with a message |
//! | unmanaged | open files of a worker's program: `trackUnmanagedFds`, `FileHandle` |
//!
//! The sets hold numbers, not `OwnedFd`s: the program may close any number.

use crate::worker;
use std::cell::RefCell;
use std::collections::HashSet;
use std::io;
use std::os::fd::{FromRawFd as _, IntoRawFd as _, OwnedFd, RawFd};

#[derive(Default)]
struct Tracked {
    exposed: HashSet<RawFd>,
    unmanaged: HashSet<RawFd>,
}

impl Drop for Tracked {
    fn drop(&mut self) {
        for &fd in self.exposed.union(&self.unmanaged) {
            // SAFETY: nothing else owns it, and the thread that knew its number has ended.
            unsafe { libc::close(fd) };
        }
    }
}

thread_local! {
    static TRACKED: RefCell<Tracked> = RefCell::default();
}

/// The number for JavaScript, tracked until [`release`], [`add_unmanaged`] or [`close`].
pub fn expose(fd: OwnedFd) -> RawFd {
    let fd = fd.into_raw_fd();
    TRACKED.with_borrow_mut(|tracked| tracked.exposed.insert(fd));
    fd
}

/// The number of a file that the program opened. The main thread ends with the process, which closes them all.
pub fn expose_file(fd: OwnedFd) -> RawFd {
    if worker::is_worker() { expose(fd) } else { fd.into_raw_fd() }
}

/// Closes the file with the thread unless it is released before. False if it was already in the set.
pub fn add_unmanaged(fd: RawFd) -> bool {
    TRACKED.with_borrow_mut(|tracked| {
        tracked.exposed.remove(&fd);
        tracked.unmanaged.insert(fd)
    })
}

pub fn is_unmanaged(fd: RawFd) -> bool {
    TRACKED.with_borrow(|tracked| tracked.unmanaged.contains(&fd))
}

/// Stops tracking: the caller or the program owns it from now on. False if it was not tracked.
pub fn release(fd: RawFd) -> bool {
    TRACKED.with_borrow_mut(|tracked| tracked.exposed.remove(&fd) | tracked.unmanaged.remove(&fd))
}

/// Closes an exposed descriptor; any other number is owned elsewhere.
pub fn close(fd: RawFd) {
    if TRACKED.with_borrow_mut(|tracked| tracked.exposed.remove(&fd)) {
        // SAFETY: it was tracked, so nothing else owns it.
        unsafe { libc::close(fd) };
    }
}

/// Another descriptor of the same open file.
pub fn duplicate(fd: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: fcntl accepts any number; we own the duplicate.
    unsafe {
        match libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3) {
            -1 => Err(io::Error::last_os_error()),
            copy => Ok(OwnedFd::from_raw_fd(copy)),
        }
    }
}

/// A descriptor that JavaScript transfers to another thread. Dropping it closes the descriptor. Unlike an `OwnedFd` it
/// may turn out to be closed already.
pub struct TransferredFd(RawFd);

impl TransferredFd {
    pub fn from_raw(fd: RawFd) -> TransferredFd {
        release(fd);
        TransferredFd(fd)
    }

    fn into_raw(self) -> RawFd {
        let fd = self.0;
        std::mem::forget(self);
        fd
    }

    /// Returns what close(2) returns.
    pub fn close(self) -> i32 {
        // SAFETY: JavaScript asked to close it; any number is valid input, and the system checks it.
        unsafe { libc::close(self.into_raw()) }
    }

    /// The receiving thread's JavaScript owns it now, under the same number.
    pub fn receive(self) {
        let fd = self.into_raw();
        if worker::is_worker() {
            TRACKED.with_borrow_mut(|tracked| tracked.exposed.insert(fd));
        }
    }
}

impl Drop for TransferredFd {
    fn drop(&mut self) {
        // SAFETY: as in `close`.
        unsafe { libc::close(self.0) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd as _;

    fn is_open(fd: RawFd) -> bool {
        // SAFETY: fcntl accepts any number.
        unsafe { libc::fcntl(fd, libc::F_GETFD) != -1 }
    }

    /// A number that no other test in this process gets at the same time.
    fn opened(lowest: RawFd) -> OwnedFd {
        let file = std::fs::File::open("/").unwrap();
        // SAFETY: fcntl creates a new descriptor, which we own.
        unsafe { OwnedFd::from_raw_fd(libc::fcntl(file.as_raw_fd(), libc::F_DUPFD_CLOEXEC, lowest)) }
    }

    #[test]
    fn tracked_descriptors_close_with_their_thread_unless_released() {
        let [exposed, unmanaged, released] = std::thread::spawn(|| {
            let (exposed, unmanaged, released) = (expose(opened(900)), expose(opened(910)), expose(opened(920)));
            assert!(add_unmanaged(unmanaged) && !add_unmanaged(unmanaged) && is_unmanaged(unmanaged));
            assert!(release(released) && !release(released));
            assert!(is_open(exposed) && is_open(unmanaged) && is_open(released));
            [exposed, unmanaged, released]
        })
        .join()
        .unwrap();
        assert!(!is_open(exposed) && !is_open(unmanaged) && is_open(released));
        assert_eq!(TransferredFd::from_raw(released).close(), 0);
    }

    #[test]
    fn only_exposed_descriptors_can_be_closed() {
        let mine = opened(930);
        close(mine.as_raw_fd());
        assert!(is_open(mine.as_raw_fd()));
        let number = expose(mine);
        close(number);
        assert!(!is_open(number));
    }

    #[test]
    fn a_dropped_transfer_closes_its_descriptor() {
        let number = expose(opened(940));
        drop(TransferredFd::from_raw(number));
        assert!(!is_open(number));
    }
}
