//! `Job::cancel`: takes back what no thread has begun, and nothing else.

mod journal;

use std::sync::{Arc, mpsc};

use hexloop::{JobError, Loop, RunMode};
use journal::Journal;

#[test]
fn a_queued_job_is_cancelled_and_its_completion_runs() {
    let lp = Loop::builder().pool_size(1).build().unwrap();
    let journal = Journal::new();
    let (begun, has_begun) = mpsc::channel();
    let (release, gate) = mpsc::channel::<()>();
    let work = move || {
        begun.send(()).unwrap();
        gate.recv().unwrap_err();
    };
    let running = lp.submit("running", work, {
        let journal = journal.clone();
        move |done| journal.note(format!("running: {done:?}"))
    });
    let queued = lp.submit("queued", || unreachable!("it was cancelled"), {
        let journal = journal.clone();
        move |done: Result<(), JobError>| journal.note(format!("queued: {done:?}"))
    });
    has_begun.recv().unwrap();
    assert!(!running.cancel(), "it has begun");
    assert!(queued.cancel());
    assert!(!queued.cancel(), "once is enough");
    assert_eq!(journal.len(), 0, "the completion comes from the loop, not from cancel");
    assert!(lp.run(RunMode::Once).unwrap(), "the running job is still under way");
    assert_eq!(journal.take_line(), "queued: Err(Cancelled)");
    drop(release);
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "running: Ok(())");
}

#[test]
fn a_finished_job_cannot_be_cancelled() {
    let lp = Loop::builder().pool_size(1).build().unwrap();
    let job = lp.submit("done", || (), |done| done.unwrap());
    lp.run(RunMode::Default).unwrap();
    assert!(!job.cancel());
    assert!(!lp.is_alive());
}

#[test]
fn a_thousand_cancelled_jobs_do_not_hold_up_the_next() {
    let lp = Loop::builder().pool_size(1).build().unwrap();
    let journal = Journal::new();
    let (release, gate) = mpsc::channel::<()>();
    lp.submit("running", move || gate.recv().is_err(), |done| assert!(done.unwrap()));
    let jobs: Vec<_> = (0..1000).map(|_| lp.submit("doomed", || (), |_| ())).collect();
    lp.submit("last", || (), {
        let journal = journal.clone();
        move |_| journal.note("last")
    });
    assert!(jobs.iter().all(|job| job.cancel()));
    drop(release);
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "last");
}

#[test]
fn what_a_cancelled_job_owned_is_freed_while_all_threads_are_busy() {
    let lp = Loop::builder().pool_size(1).build().unwrap();
    let (release, gate) = mpsc::channel::<()>();
    let (begun, has_begun) = mpsc::channel();
    let work = move || {
        begun.send(()).unwrap();
        gate.recv().unwrap_err();
    };
    lp.submit("running", work, |done| done.unwrap());
    has_begun.recv().unwrap();
    let owned = Arc::new(());
    let submit = |slow: bool| {
        let (in_work, in_done) = (owned.clone(), owned.clone());
        let work = move || drop(in_work);
        let done = move |_| drop(in_done);
        if slow { lp.submit_slow("doomed", work, done) } else { lp.submit("doomed", work, done) }
    };
    let jobs: Vec<_> = (0..10).map(|at| submit(at % 3 == 0)).collect();
    assert_eq!((Arc::strong_count(&owned), lp.pool().queued_jobs()), (21, 10));
    // From the middle, the end and the beginning.
    for at in [5, 9, 0, 3, 4, 1, 8, 2, 7, 6] {
        assert!(jobs[at].cancel());
    }
    assert_eq!((Arc::strong_count(&owned), lp.pool().queued_jobs()), (11, 0), "the work is gone");
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(Arc::strong_count(&owned), 1, "so are the completions, which ran");
    drop(release);
    assert!(!lp.run(RunMode::Default).unwrap());
}
