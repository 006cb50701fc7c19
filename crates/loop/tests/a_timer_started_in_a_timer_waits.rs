//! What a timer callback starts belongs to the next turn, even with no delay at all.

mod journal;
mod millis;

use std::rc::Rc;

use hexloop::{Check, Handle, Loop, RunMode, Timer, VirtualClock};
use journal::Journal;
use millis::ms;

#[test]
fn even_with_delay_zero() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let inner = Rc::new(Timer::new(&lp, journal.noting("inner")));
    let outer = Timer::new(&lp, {
        let (journal, inner) = (journal.clone(), inner.clone());
        move || {
            journal.note("outer");
            inner.start(ms(0));
        }
    });
    let sibling = Timer::new(&lp, journal.noting("sibling"));
    let check = Check::new(&lp, journal.noting("check"));
    outer.start(ms(0));
    sibling.start(ms(0));
    check.start();
    check.unref();
    lp.run(RunMode::Default).unwrap();
    // In the first turn the siblings and check; in the second the inner timer, and check again.
    assert_eq!(journal.take_line(), "outer sibling check inner");
}

#[test]
fn a_timer_that_starts_itself_does_not_starve_the_turn() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let timer = Rc::new_cyclic(|timer: &std::rc::Weak<Timer>| {
        let (timer, journal) = (timer.clone(), journal.clone());
        Timer::new(&lp, move || {
            journal.note("timer");
            if journal.len() < 6 {
                timer.upgrade().unwrap().start(ms(0));
            }
        })
    });
    let check = Check::new(&lp, journal.noting("check"));
    timer.start(ms(0));
    check.start();
    check.unref();
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "timer check timer check timer check timer");
}

#[test]
fn a_due_timer_behind_one_that_must_wait_is_not_held_up() {
    let clock = VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let journal = Journal::new();
    let early = Rc::new(Timer::new(&lp, journal.noting("restarted early")));
    let first = Timer::new(&lp, {
        let (journal, early) = (journal.clone(), early.clone());
        move || {
            journal.note("first");
            // Due before the timer behind, but started in this phase.
            early.start_at(ms(0));
        }
    });
    let behind = Timer::new(&lp, journal.noting("behind"));
    first.start(ms(1));
    behind.start(ms(2));
    clock.advance(ms(10));
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "first behind");
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "restarted early");
}

#[test]
fn a_timer_put_off_to_the_next_turn_can_still_be_stopped() {
    let clock = VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let journal = Journal::new();
    let postponed = Rc::new(Timer::new(&lp, journal.noting("postponed")));
    let starter = Timer::new(&lp, {
        let postponed = postponed.clone();
        move || postponed.start_at(ms(0))
    });
    let stopper = Timer::new(&lp, {
        let postponed = postponed.clone();
        move || postponed.stop()
    });
    starter.start(ms(1));
    stopper.start(ms(2));
    clock.advance(ms(10));
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "");
    assert!(!postponed.is_active());
}
