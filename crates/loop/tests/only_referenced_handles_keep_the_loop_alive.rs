//! The loop is alive while a handle is active and referenced, a request is under way, or something is pending or
//! closing; not otherwise.

mod journal;
mod millis;

use hexloop::{AsyncHandle, Check, Handle, Loop, RunMode, Timer, VirtualClock};
use journal::Journal;
use millis::ms;

#[test]
fn an_empty_loop_is_not_alive_and_runs_no_turn() {
    let lp = Loop::new().unwrap();
    assert!(!lp.is_alive());
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(lp.metrics().loop_count, 0);
}

#[test]
fn a_handle_counts_while_active_and_referenced() {
    let lp = Loop::new().unwrap();
    let timer = Timer::new(&lp, || ());
    assert!(timer.has_ref() && !lp.is_alive());
    timer.start(ms(10));
    assert!(lp.is_alive());
    timer.unref();
    timer.unref();
    assert!(!lp.is_alive() && !timer.has_ref() && timer.is_active());
    timer.ref_();
    assert!(lp.is_alive());
    timer.stop();
    timer.stop();
    assert!(!lp.is_alive());
    timer.unref();
    timer.start(ms(10));
    assert!(!lp.is_alive());
    drop(timer);
    assert!(!lp.is_alive());
}

#[test]
fn dropping_the_last_active_handle_ends_the_loop() {
    let lp = Loop::new().unwrap();
    let (check, handle) = (Check::new(&lp, || ()), AsyncHandle::new(&lp, || ()));
    check.start();
    drop(handle);
    assert!(lp.is_alive());
    drop(check);
    assert!(!lp.is_alive());
}

#[test]
fn an_unreferenced_timer_runs_only_while_something_else_is_alive() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let background = Timer::new(&lp, journal.noting("background"));
    background.start_repeating(ms(10), ms(10));
    background.unref();
    let work = Timer::new(&lp, journal.noting("work"));
    work.start(ms(35));
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "background background background work");
}

#[test]
fn a_request_under_way_counts_until_it_is_dropped() {
    let lp = Loop::new().unwrap();
    let (first, second) = (lp.keep_alive(), lp.keep_alive());
    drop(first);
    assert!(lp.is_alive());
    drop(second);
    assert!(!lp.is_alive());
}

#[test]
fn a_one_shot_does_not_count_in_its_own_callback() {
    let lp = Loop::new().unwrap();
    let journal = Journal::new();
    let timer = Timer::new(&lp, {
        let (lp, journal) = (lp.clone(), journal.clone());
        move || journal.note(lp.is_alive().to_string())
    });
    timer.start(ms(0));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "false");
}

/// `setTimeout(f, 1).unref(); setImmediate(busy for 5 ms)` prints from `f` on Node 26.
#[test]
fn a_timer_that_is_due_when_the_loop_dies_still_runs() {
    let clock = VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let journal = Journal::new();
    let timer = Timer::new(&lp, journal.noting("timer"));
    timer.start(ms(2));
    timer.unref();
    lp.on_close({
        let journal = journal.clone();
        move || {
            journal.note("last");
            clock.advance(ms(5));
        }
    });
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "last timer");
}
