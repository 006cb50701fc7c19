//! The pool: four threads by default, first come first served, started when needed, shared by all loops of
//! the process; completions run in poll, each on its own, and a job under way keeps its loop alive.

mod journal;

use std::cell::Cell;
use std::process::Command;
use std::rc::Rc;
use std::sync::{Arc, Barrier, mpsc};

use hexloop::{Check, Loop, Pool, RunMode};
use journal::Journal;

#[test]
fn the_fifth_waits_whatever_its_kind() {
    let lp = Loop::builder().pool_size(4).build().unwrap();
    let all_four_run = Arc::new(Barrier::new(5));
    let (go_on, gate) = mpsc::channel::<()>();
    let gate = Arc::new(std::sync::Mutex::new(gate));
    for _ in 0..4 {
        let (all_four_run, gate) = (all_four_run.clone(), gate.clone());
        let work = move || {
            all_four_run.wait();
            gate.lock().unwrap().recv().unwrap_err();
        };
        lp.submit("slow file", work, |done| done.unwrap());
    }
    all_four_run.wait();
    let journal = Journal::new();
    lp.submit("password", || (), {
        let journal = journal.clone();
        move |_| journal.note("fifth")
    });
    assert_eq!((lp.pool().started_threads(), lp.pool().queued_jobs()), (4, 1));
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "", "no thread was free for it");
    drop(go_on);
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "fifth");
}

#[test]
fn one_job_at_a_time_needs_one_thread() {
    let lp = Loop::builder().pool_size(4).build().unwrap();
    assert_eq!(lp.pool().started_threads(), 0, "no thread before the first job");
    for _ in 0..3 {
        lp.submit("small", || (), |done| done.unwrap());
        lp.run(RunMode::Default).unwrap();
        // A thread reports before it is free again; wait until it is, so that the next job finds it.
        while lp.pool().idle_threads() == 0 {
            std::thread::yield_now();
        }
    }
    assert_eq!(lp.pool().started_threads(), 1);
}

#[test]
fn one_thread_runs_jobs_in_the_order_of_submission() {
    let lp = Loop::builder().pool_size(1).build().unwrap();
    let journal = Journal::new();
    for number in 0..100 {
        let journal = journal.clone();
        lp.submit("numbered", move || number, move |number| journal.note(number.unwrap().to_string()));
    }
    lp.run(RunMode::Default).unwrap();
    let expected: Vec<String> = (0..100).map(|number| number.to_string()).collect();
    assert_eq!(journal.take(), expected);
}

#[test]
fn a_completion_runs_in_poll_and_not_sooner() {
    let lp = Loop::builder().pool_size(1).build().unwrap();
    let journal = Journal::new();
    let (ended, end) = mpsc::channel();
    lp.submit("quick", move || ended.send(()).unwrap(), {
        let journal = journal.clone();
        move |_| journal.note("completion")
    });
    end.recv().unwrap();
    lp.defer(journal.noting("pending"));
    let prepare = hexloop::Prepare::new(&lp, journal.noting("prepare"));
    prepare.start();
    let check = Check::new(&lp, journal.noting("check"));
    check.start();
    lp.run(RunMode::Once).unwrap();
    assert_eq!(journal.take_line(), "pending prepare completion check");
}

#[test]
fn a_job_under_way_keeps_the_loop_alive() {
    let lp = Loop::new().unwrap();
    let result = Rc::new(Cell::new(0));
    lp.submit("sum", || 6 * 7, {
        let result = result.clone();
        move |sum| result.set(sum.unwrap())
    });
    assert!(lp.is_alive());
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(result.get(), 42);
}

#[test]
fn a_completion_may_submit_the_next_job() {
    fn count_down(lp: &Loop, left: u32, end: Rc<Cell<bool>>) {
        let again = lp.clone();
        lp.submit(
            "countdown",
            move || left - 1,
            move |left| match left.unwrap() {
                0 => end.set(true),
                left => count_down(&again, left, end),
            },
        );
    }
    let lp = Loop::new().unwrap();
    let end = Rc::new(Cell::new(false));
    count_down(&lp, 500, end.clone());
    lp.run(RunMode::Default).unwrap();
    assert!(end.get());
}

#[test]
fn loops_share_a_pool() {
    let pool = Pool::with_threads(1);
    let [first, second] = [(); 2].map(|()| Loop::builder().pool(pool.clone()).build().unwrap());
    let (release, gate) = mpsc::channel::<()>();
    first.submit("holds the only thread", move || gate.recv().is_err(), |done| assert!(done.unwrap()));
    second.submit("waits for it", || (), |done| done.unwrap());
    while first.pool().queued_jobs() > 1 {
        std::thread::yield_now();
    }
    assert_eq!(second.pool().queued_jobs(), 1);
    drop(release);
    assert!(!second.run(RunMode::Default).unwrap());
    assert!(!first.run(RunMode::Default).unwrap());
}

#[test]
fn a_loop_that_is_gone_does_not_trouble_its_jobs() {
    let pool = Pool::with_threads(1);
    let lp = Loop::builder().pool(pool.clone()).build().unwrap();
    let (begun, has_begun) = mpsc::channel();
    let (release, gate) = mpsc::channel::<()>();
    let work = move || {
        begun.send(()).unwrap();
        gate.recv().unwrap_err();
    };
    lp.submit("orphan", work, |_| panic!("nobody is there to run it"));
    has_begun.recv().unwrap();
    drop(lp);
    drop(release);
    let other = Loop::builder().pool(pool).build().unwrap();
    let ran = Rc::new(Cell::new(false));
    other.submit("after it", || (), {
        let ran = ran.clone();
        move |_| ran.set(true)
    });
    other.run(RunMode::Default).unwrap();
    assert!(ran.get());
}

/// Runs this test binary again with the variable set, and reads what size the pool of the process has there: that of the
/// variable only where the builder named it.
#[test]
fn the_size_comes_from_the_environment() {
    const ASKED: &str = "HEXLOOP_TEST_PRINTS_POOL_SIZE";
    if let Some(asked) = std::env::var_os(ASKED) {
        let builder = Loop::builder();
        let lp = if asked == "named" { builder.pool_size_variable("UV_THREADPOOL_SIZE") } else { builder }.build();
        println!("size={}", lp.unwrap().pool().size());
        return;
    }
    let size_of = |asked: &str, value: Option<&str>| {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["the_size_comes_from_the_environment", "--exact", "--nocapture"]).env(ASKED, asked);
        match value {
            Some(value) => child.env("UV_THREADPOOL_SIZE", value),
            None => child.env_remove("UV_THREADPOOL_SIZE"),
        };
        let output = String::from_utf8(child.output().unwrap().stdout).unwrap();
        let size = output.split("size=").nth(1).and_then(|rest| rest.split_whitespace().next());
        size.map(str::to_owned).unwrap_or(output)
    };
    let size_with = |value| size_of("named", value);
    assert_eq!(size_of("not named", Some("8")), "4");
    assert_eq!(size_with(None), "4");
    assert_eq!(size_with(Some("1")), "1");
    assert_eq!(size_with(Some("128")), "128");
    assert_eq!(size_with(Some("0")), "1");
    assert_eq!(size_with(Some("5000")), "1024");
}
