//! The pending phase runs what was deferred before it began, in order; what its callbacks defer waits a turn.

mod journal;

use hexloop::{Check, Idle, Loop, RunMode};
use journal::Journal;

#[test]
fn in_order_and_with_what_is_added_put_off_again() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    lp.defer({
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            journal.note("first");
            lp.defer(journal.noting("deferred again"));
        }
    });
    lp.defer(journal.noting("second"));
    let idle = Idle::new(&lp, journal.noting("idle"));
    idle.start();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "first second idle");
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "deferred again idle");
}

#[test]
fn something_deferred_keeps_the_loop_alive_until_it_ran() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    lp.defer(journal.noting("ran"));
    assert!(lp.is_alive());
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "ran");
}

#[test]
fn what_is_deferred_in_a_later_phase_runs_a_turn_later() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    lp.on_close({
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            journal.note("close");
            lp.defer(journal.noting("pending"));
        }
    });
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "close pending");
    assert_eq!(lp.metrics().loop_count, 2);
}

/// Poll's callback puts something off; a check hook runs in the same turn.
fn poll_defers(lp: &Loop) -> String {
    let journal = Journal::new();
    let check = Check::new(lp, journal.noting("check"));
    check.start();
    let deferred = journal.noting("deferred");
    let poll = journal.noting("poll");
    let job = {
        let lp = lp.clone();
        move |_| {
            poll();
            lp.defer(deferred);
        }
    };
    lp.submit("test", || (), job);
    lp.run(RunMode::Once).unwrap();
    check.stop();
    lp.run(RunMode::Default).unwrap();
    journal.take_line()
}

#[test]
fn what_poll_defers_runs_after_check_unless_requested_before() {
    assert_eq!(poll_defers(&Loop::new().unwrap()), "poll check deferred");
    assert_eq!(poll_defers(&Loop::builder().pending_after_poll(true).build().unwrap()), "poll deferred check");
}
