//! The pending phase runs what was put off before it began, in order; what it puts off itself waits a turn.

mod journal;

use hexloop::{Idle, Loop, RunMode};
use journal::Journal;

#[test]
fn in_order_and_with_what_is_added_put_off_again() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    lp.defer({
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            journal.note("first");
            lp.defer(journal.noting("put off again"));
        }
    });
    lp.defer(journal.noting("second"));
    let idle = Idle::new(&lp, journal.noting("idle"));
    idle.start();
    lp.run(RunMode::NoWait);
    assert_eq!(journal.take_line(), "first second idle");
    lp.run(RunMode::NoWait);
    assert_eq!(journal.take_line(), "put off again idle");
}

#[test]
fn something_deferred_keeps_the_loop_alive_until_it_ran() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    lp.defer(journal.noting("ran"));
    assert!(lp.alive());
    assert!(!lp.run(RunMode::UntilDone));
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
    lp.run(RunMode::UntilDone);
    assert_eq!(journal.take_line(), "close pending");
    assert_eq!(lp.metrics().loop_count, 2);
}
