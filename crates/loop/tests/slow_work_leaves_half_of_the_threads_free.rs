//! Work that may hang, such as a name lookup, has half of the pool's threads at most, rounded up; the other half is for
//! files and hashes. The order among the two kinds is libuv's.

mod journal;

use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};

use hexloop::{Job, JobError, Loop, RunMode};
use journal::Journal;

/// Slow jobs that say that they have begun, and end when `release` is dropped.
struct Hanging {
    has_begun: mpsc::Receiver<()>,
    release: mpsc::Sender<()>,
    jobs: Vec<Job>,
}

fn hang(lp: &Loop, count: usize) -> Hanging {
    let (begun, has_begun) = mpsc::channel();
    let (release, gate) = mpsc::channel::<()>();
    let gate = Arc::new(std::sync::Mutex::new(gate));
    let submit = |_| {
        let (begun, gate) = (begun.clone(), gate.clone());
        let work = move || {
            begun.send(()).unwrap();
            let _ = gate.lock().unwrap().recv();
        };
        lp.submit_slow("lookup", work, |_| ())
    };
    let jobs = (0..count).map(submit).collect();
    Hanging { has_begun, release, jobs }
}

#[test]
fn files_are_answered_while_lookups_hang() {
    for threads in 2..=7 {
        let lp = Loop::builder().pool_size(threads).build().unwrap();
        let journal = Journal::new();
        let lookups = hang(&lp, threads * 2);
        let allowed = threads.div_ceil(2);
        for _ in 0..allowed {
            lookups.has_begun.recv().unwrap();
        }
        // As many at once as there are threads left: each waits for the others.
        let left = threads - allowed;
        let together = Arc::new(Barrier::new(left));
        for _ in 0..left {
            let together = together.clone();
            let stop = lp.clone();
            let journal = journal.clone();
            lp.submit(
                "stat",
                move || together.wait().is_leader(),
                move |_| {
                    journal.note("stat");
                    if journal.len() == left {
                        stop.stop();
                    }
                },
            );
        }
        lp.run(RunMode::Default).unwrap();
        assert_eq!(journal.len(), left);
        assert_eq!(lookups.has_begun.try_recv(), Err(mpsc::TryRecvError::Empty), "of {threads} threads");
        assert_eq!(lp.pool().queued_jobs(), threads * 2 - allowed);
        drop(lookups.release);
        assert!(!lp.run(RunMode::Default).unwrap());
        assert_eq!(lookups.has_begun.try_iter().count(), threads * 2 - allowed);
    }
}

#[test]
fn the_order_on_one_thread_is_that_of_libuv() {
    let lp = Loop::builder().pool_size(1).build().unwrap();
    let journal = Journal::new();
    let (release, gate) = mpsc::channel::<()>();
    lp.submit("first", move || gate.recv().is_err(), |_| ());
    let mut jobs = Vec::new();
    for name in ["slow 1", "slow 2", "fast 1", "slow 3", "fast 2", "slow 4"] {
        let journal = journal.clone();
        let done = move |done: Result<(), JobError>| {
            if done.is_ok() {
                journal.note(name);
            }
        };
        jobs.push(if name.starts_with("slow") {
            lp.submit_slow("job", || (), done)
        } else {
            lp.submit("job", || (), done)
        });
    }
    assert!(jobs[3].cancel());
    drop(release);
    lp.run(RunMode::Default).unwrap();
    // One place in the queue stands for all slow ones; who has taken the first of them puts it at the end for the next.
    assert_eq!(journal.take(), ["slow 1", "fast 1", "fast 2", "slow 2", "slow 4"]);
}

#[test]
fn lookups_that_were_cancelled_make_way_for_others() {
    let lp = Loop::builder().pool_size(2).build().unwrap();
    let lookups = hang(&lp, 3);
    lookups.has_begun.recv().unwrap();
    assert_eq!(lookups.jobs.iter().map(Job::cancel).collect::<Vec<_>>(), [false, true, true]);
    let again = hang(&lp, 1);
    drop(lookups.release);
    again.has_begun.recv().unwrap();
    drop(again.release);
    assert!(!lp.run(RunMode::Default).unwrap());
}

#[test]
fn never_more_than_half_in_any_mixture() {
    const JOBS: usize = if cfg!(miri) { 40 } else { 4000 };
    let lp = Loop::builder().pool_size(4).build().unwrap();
    let running = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let ended = Rc::new(std::cell::Cell::new(0));
    let mut seed = 1_u32;
    let mut jobs = Vec::new();
    for _ in 0..JOBS {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let done = {
            let ended = ended.clone();
            move |_: Result<(), JobError>| ended.set(ended.get() + 1)
        };
        match seed >> 30 {
            0 => jobs.push(lp.submit("fast", || (), done)),
            1 | 2 => {
                let (running, most) = (running.clone(), most.clone());
                let work = move || {
                    let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                    most.fetch_max(now, Ordering::SeqCst);
                    std::thread::yield_now();
                    running.fetch_sub(1, Ordering::SeqCst);
                };
                jobs.push(lp.submit_slow("slow", work, done));
            }
            _ => {
                let at = seed as usize / 7 % (jobs.len() + 1);
                let _too_late = jobs.get(at).map(Job::cancel);
                ended.set(ended.get() + 1);
            }
        }
    }
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(ended.get(), JOBS, "each has an end");
    assert!(most.load(Ordering::SeqCst) <= 2);
    assert_eq!(lp.pool().queued_jobs(), 0);
}
