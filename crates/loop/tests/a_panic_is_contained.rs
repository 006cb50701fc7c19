//! A panic in a job is reported to its completion and costs no thread. A panic in a callback goes through `run`, and
//! leaves the loop as usable as before.

mod journal;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use hexloop::{Bell, Check, Handle, JobError, Loop, RunMode, Timer, VirtualClock};
use journal::Journal;

#[test]
fn a_job_that_panics_reports_its_message() {
    let lp = Loop::builder().pool_size(1).build().unwrap();
    let journal = Journal::new();
    let noting = |journal: &Journal| {
        let journal = journal.clone();
        move |done: Result<(), JobError>| journal.note(done.unwrap_err().to_string())
    };
    lp.submit("text", || panic!("out of cheese"), noting(&journal));
    lp.submit("formatted", || panic!("error {}", 42), noting(&journal));
    lp.submit("value", || std::panic::panic_any(42), noting(&journal));
    lp.run(RunMode::UntilDone);
    let expected =
        ["the job panicked: out of cheese", "the job panicked: error 42", "the job panicked: a value that is not text"];
    assert_eq!(journal.take(), expected);
    lp.submit("next", || "fine", {
        let journal = journal.clone();
        move |done| journal.note(done.unwrap())
    });
    lp.run(RunMode::UntilDone);
    assert_eq!(journal.take_line(), "fine");
    assert_eq!(lp.pool().started(), 1, "the thread survived");
}

#[test]
fn a_value_that_panics_when_dropped_costs_no_thread() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }
    let lp = Loop::builder().pool_size(1).build().unwrap();
    // Cancelled, so that the thread drops what the work owns.
    let (release, gate) = std::sync::mpsc::channel::<()>();
    lp.submit("first", move || gate.recv().is_err(), |_| ());
    let bomb = Bomb;
    let job = lp.submit("bomb", move || std::mem::forget(bomb), |_| ());
    assert!(job.cancel());
    drop(release);
    lp.submit("last", || (), |done| done.unwrap());
    assert!(!lp.run(RunMode::UntilDone));
}

fn runs_with_a_panic(lp: &Loop) -> bool {
    catch_unwind(AssertUnwindSafe(|| lp.run(RunMode::UntilDone))).is_err()
}

#[test]
fn an_interval_that_panics_once_goes_on() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let timer = Rc::new_cyclic(|timer: &std::rc::Weak<Timer>| {
        let (timer, journal) = (timer.clone(), journal.clone());
        Timer::new(&lp, move || {
            journal.note("tick");
            match journal.len() {
                1 => panic!("in the first tick"),
                3 => timer.upgrade().unwrap().stop(),
                _ => {}
            }
        })
    });
    timer.start(10, 10);
    assert!(runs_with_a_panic(&lp));
    assert!(timer.is_active() && lp.alive());
    assert!(!lp.run(RunMode::UntilDone));
    assert_eq!((journal.take_line().as_str(), lp.now()), ("tick tick tick", 30));
}

#[test]
fn timers_and_letters_behind_the_one_that_panics_still_run() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let put_off = Rc::new(Timer::new(&lp, journal.noting("put off")));
    let starter = Timer::new(&lp, {
        let put_off = put_off.clone();
        move || put_off.start_at(0)
    });
    let panicking = Timer::new(&lp, || panic!("in a timer"));
    let behind = Timer::new(&lp, journal.noting("behind"));
    starter.start(5, 0);
    panicking.start(5, 0);
    behind.start(5, 0);
    assert!(runs_with_a_panic(&lp));
    lp.remote().post(|_| panic!("in a post"));
    let bell = Bell::new(&lp, journal.noting("bell"));
    bell.ringer().ring();
    assert!(runs_with_a_panic(&lp));
    lp.run(RunMode::NoWait);
    assert_eq!(journal.take_line(), "put off behind bell");
}

#[test]
fn a_hook_that_panics_keeps_its_callback() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let check = Check::new(&lp, {
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            journal.note("check");
            lp.stop();
            assert!(journal.len() > 1, "the first time");
        }
    });
    let idle = hexloop::Idle::silent(&lp);
    idle.start();
    check.start();
    assert!(runs_with_a_panic(&lp));
    assert!(lp.run(RunMode::UntilDone));
    assert_eq!(journal.take_line(), "check check");
}
