//! One poll takes at most 48 batches of 1,024 events, so that it cannot starve the other phases.

use std::cell::Cell;
use std::io::Write;
use std::os::fd::{AsRawFd, OwnedFd};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use hexloop::mio::unix::{SourceFd, pipe};
use hexloop::{Check, Interest, Loop, RunMode, Source};

const LIMIT: usize = 48 * 1024;

#[test]
fn messages_beyond_the_limit_wait_for_the_next_turn() {
    let lp = Loop::new().unwrap();
    let _alive = lp.keep_alive();
    let read = Arc::new(AtomicUsize::new(0));
    for _ in 0..LIMIT + 100 {
        let read = read.clone();
        lp.proxy().post(move |_| {
            read.fetch_add(1, Relaxed);
        });
    }
    lp.run(RunMode::Once).unwrap();
    assert_eq!(read.load(Relaxed), LIMIT);
    // What comes meanwhile is read after what was left over.
    let last = Arc::new(AtomicUsize::new(0));
    lp.proxy().post({
        let (read, last) = (read.clone(), last.clone());
        move |_| last.store(read.load(Relaxed), Relaxed)
    });
    lp.run(RunMode::Once).unwrap();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!((read.load(Relaxed), last.load(Relaxed)), (LIMIT + 100, LIMIT + 100));
}

#[test]
fn a_post_that_posts_itself_does_not_starve_the_turn() {
    fn post_again(lp: &Loop) {
        lp.proxy().post(post_again);
    }
    let lp = Loop::new().unwrap();
    let _alive = lp.keep_alive();
    let check = Check::new(&lp, {
        let lp = lp.clone();
        move || lp.stop()
    });
    check.start();
    post_again(&lp);
    assert!(lp.run(RunMode::Default).unwrap());
}

/// More ready sources than one batch holds are all reported in one poll.
#[test]
fn a_full_batch_is_followed_by_another() {
    const SOURCES: usize = 1500;
    allow_descriptors(SOURCES as u64 + 200);
    let lp = Loop::new().unwrap();
    let (mut sender, receiver) = pipe::new().unwrap();
    let reported = Rc::new(Cell::new(0));
    let receiver = OwnedFd::from(receiver);
    let copies: Vec<OwnedFd> = (0..SOURCES).map(|_| receiver.try_clone().unwrap()).collect();
    let sources: Vec<Source> = copies
        .iter()
        .map(|copy| {
            let reported = reported.clone();
            let on_ready = move |_| reported.set(reported.get() + 1);
            Source::register(&lp, &mut SourceFd(&copy.as_raw_fd()), Interest::READABLE, on_ready).unwrap()
        })
        .collect();
    sender.write_all(b"x").unwrap();
    lp.run(RunMode::Once).unwrap();
    assert_eq!(reported.get(), SOURCES);
    assert_eq!(lp.metrics().polls, 2);
    drop(sources);
}

/// Raises the limit of open descriptors for this process.
fn allow_descriptors(count: u64) {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is to a live rlimit.
    assert_eq!(unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) }, 0);
    limit.rlim_cur = limit.rlim_cur.max(count).min(limit.rlim_max);
    // SAFETY: as above.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &limit) }, 0);
}
