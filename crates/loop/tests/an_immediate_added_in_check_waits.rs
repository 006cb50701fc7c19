//! The check phase runs what was started when it began. So do idle and prepare: the three share the rule.

mod journal;

use std::cell::RefCell;
use std::rc::Rc;

use hexloop::{Check, Handle, Idle, Loop, Prepare, RunMode};
use journal::Journal;

#[test]
fn a_hook_started_in_its_own_phase_runs_in_the_next_turn() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let added = Rc::new(Check::new(&lp, journal.noting("added")));
    let first = Check::new(&lp, {
        let (journal, added) = (journal.clone(), added.clone());
        move || {
            journal.note("first");
            added.start();
        }
    });
    first.start();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "first");
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "first added");
}

#[test]
fn stopping_and_starting_in_the_phase_moves_a_hook_to_the_next_turn() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let second = Rc::new(Idle::new(&lp, journal.noting("second")));
    let first = Idle::new(&lp, {
        let (journal, second) = (journal.clone(), second.clone());
        move || {
            journal.note("first");
            second.stop();
            second.start();
        }
    });
    let third = Idle::new(&lp, journal.noting("third"));
    first.start();
    second.start();
    third.start();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "first third");
}

#[test]
fn a_hook_stopped_by_an_earlier_one_does_not_run() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let victim = Rc::new(RefCell::new(Some(Prepare::new(&lp, journal.noting("victim")))));
    let killer = Prepare::new(&lp, {
        let (journal, victim) = (journal.clone(), victim.clone());
        move || {
            journal.note("killer");
            drop(victim.borrow_mut().take());
        }
    });
    let last = Prepare::new(&lp, journal.noting("last"));
    killer.start();
    victim.borrow().as_ref().unwrap().start();
    last.start();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "killer last");
}

#[test]
fn hooks_run_in_start_order_once_per_turn_until_stopped() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let [a, b, c] = ["a", "b", "c"].map(|name| Check::new(&lp, journal.noting(name)));
    b.start();
    a.start();
    c.start();
    a.start();
    lp.run(RunMode::NoWait).unwrap();
    b.stop();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "b a c a c");
    assert!(!b.is_active() && a.is_active());
}
