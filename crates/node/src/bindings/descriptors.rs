//! Descriptors that JavaScript knows by number.
//!
//! A number owns nothing: a worker may be terminated between the call that made a descriptor and the one that gives it to a
//! stream. So each is in a list of its thread from before JavaScript gets the number until something owns it again (a stream, a
//! channel, a message to another thread) or closes it. What is still listed when the thread ends is closed then.
//!
//! | list | who is in it |
//! |---|---|
//! | lent | what our own modules pass on in their next steps: the ends of pipes, what came with a message |
//! | kept | open files of a worker's program: `trackUnmanagedFds`, `FileHandle` |
//!
//! The lists hold numbers, not `OwnedFd`s: the program may close any number that it likes.

use crate::worker;
use std::cell::RefCell;
use std::collections::HashSet;
use std::os::fd::{IntoRawFd as _, OwnedFd, RawFd};

#[derive(Default)]
struct Lists {
    lent: HashSet<RawFd>,
    kept: HashSet<RawFd>,
}

impl Drop for Lists {
    fn drop(&mut self) {
        for &fd in self.lent.union(&self.kept) {
            // SAFETY: nobody else owns it, and the thread that knew its number has ended.
            unsafe { libc::close(fd) };
        }
    }
}

thread_local! {
    static LISTS: RefCell<Lists> = RefCell::default();
}

/// The number for JavaScript, which gives it back with [`release`], [`keep`] or [`close`].
pub fn lend(fd: OwnedFd) -> RawFd {
    let fd = fd.into_raw_fd();
    LISTS.with_borrow_mut(|lists| lists.lent.insert(fd));
    fd
}

/// The number of a file that the program asked for. The main thread ends with the process, which closes them all.
pub fn lend_file(fd: OwnedFd) -> RawFd {
    if worker::is_worker() { lend(fd) } else { fd.into_raw_fd() }
}

/// The file is closed with the thread unless it is released before. False where it is listed as such already.
pub fn keep(fd: RawFd) -> bool {
    LISTS.with_borrow_mut(|lists| {
        lists.lent.remove(&fd);
        lists.kept.insert(fd)
    })
}

pub fn is_kept(fd: RawFd) -> bool {
    LISTS.with_borrow(|lists| lists.kept.contains(&fd))
}

/// The caller owns it from now on, or the program does. False where it was not listed.
pub fn release(fd: RawFd) -> bool {
    LISTS.with_borrow_mut(|lists| lists.lent.remove(&fd) | lists.kept.remove(&fd))
}

/// Closes what was lent; anything else is somebody's.
pub fn close(fd: RawFd) {
    if LISTS.with_borrow_mut(|lists| lists.lent.remove(&fd)) {
        // SAFETY: it was listed, so nobody else owns it.
        unsafe { libc::close(fd) };
    }
}

/// A descriptor that JavaScript gave up, on its way to another thread. It is closed if it does not arrive. Unlike an
/// `OwnedFd` it may turn out to be closed already.
pub struct GivenUp(RawFd);

impl GivenUp {
    pub fn by_number(fd: RawFd) -> GivenUp {
        release(fd);
        GivenUp(fd)
    }

    fn into_number(self) -> RawFd {
        let fd = self.0;
        std::mem::forget(self);
        fd
    }

    /// What close(2) answers.
    pub fn close(self) -> i32 {
        // SAFETY: JavaScript said to close it; any number is a candidate, and the system decides.
        unsafe { libc::close(self.into_number()) }
    }

    /// It is this thread's JavaScript that has it now, under the number that it always had.
    pub fn arrive(self) {
        let fd = self.into_number();
        if worker::is_worker() {
            LISTS.with_borrow_mut(|lists| lists.lent.insert(fd));
        }
    }
}

impl Drop for GivenUp {
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
        // SAFETY: fcntl takes any number.
        unsafe { libc::fcntl(fd, libc::F_GETFD) != -1 }
    }

    /// A number that no other test of this process gets meanwhile.
    fn opened(least: RawFd) -> OwnedFd {
        use std::os::fd::FromRawFd as _;
        let file = std::fs::File::open("/").unwrap();
        // SAFETY: fcntl makes a new descriptor, which is ours.
        unsafe { OwnedFd::from_raw_fd(libc::fcntl(file.as_raw_fd(), libc::F_DUPFD_CLOEXEC, least)) }
    }

    #[test]
    fn what_is_listed_is_closed_with_its_thread_and_what_was_released_is_not() {
        let [lent, kept, released] = std::thread::spawn(|| {
            let (lent, kept, released) = (lend(opened(900)), lend(opened(910)), lend(opened(920)));
            assert!(keep(kept) && !keep(kept) && is_kept(kept));
            assert!(release(released) && !release(released));
            assert!(is_open(lent) && is_open(kept) && is_open(released));
            [lent, kept, released]
        })
        .join()
        .unwrap();
        assert!(!is_open(lent) && !is_open(kept) && is_open(released));
        assert_eq!(GivenUp::by_number(released).close(), 0);
    }

    #[test]
    fn only_what_was_lent_can_be_closed() {
        let mine = opened(930);
        close(mine.as_raw_fd());
        assert!(is_open(mine.as_raw_fd()));
        let number = lend(mine);
        close(number);
        assert!(!is_open(number));
    }

    #[test]
    fn what_does_not_arrive_is_closed() {
        let number = lend(opened(940));
        drop(GivenUp::by_number(number));
        assert!(!is_open(number));
    }
}
