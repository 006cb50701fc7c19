//! A program that replaces the loop's own descriptor takes poll away from the loop: `run` returns the error.
#![cfg(target_os = "linux")]

mod millis;

use std::os::fd::{AsRawFd, RawFd};

use hexloop::{Loop, RunMode, Timer};
use millis::ms;

/// The epoll descriptors of this process; there is no other test in this file that makes any.
fn epoll_descriptors() -> Vec<RawFd> {
    let entries = std::fs::read_dir("/proc/self/fd").unwrap().map(|entry| entry.unwrap());
    let is_epoll = |entry: &std::fs::DirEntry| {
        std::fs::read_link(entry.path()).is_ok_and(|target| target.as_os_str() == "anon_inode:[eventpoll]")
    };
    entries.filter(is_epoll).map(|entry| entry.file_name().to_str().unwrap().parse().unwrap()).collect()
}

#[test]
fn run_returns_the_error_and_does_not_hang() {
    let lp = Loop::new().unwrap();
    let [descriptor] = epoll_descriptors()[..] else { panic!("one loop, one epoll descriptor") };
    let null = std::fs::File::open("/dev/null").unwrap();
    // SAFETY: both descriptors are open; the loop's is replaced, not closed, so that nobody else can get its number.
    assert_eq!(unsafe { libc::dup2(null.as_raw_fd(), descriptor) }, descriptor);
    let timer = Timer::new(&lp, || ());
    timer.start(ms(60_000));
    for _ in 0..2 {
        let error = lp.run(RunMode::Default).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput, "{error}");
        assert!(lp.is_alive());
    }
    timer.stop();
    assert!(!lp.run(RunMode::Default).unwrap(), "what needs no poll still works");
}
