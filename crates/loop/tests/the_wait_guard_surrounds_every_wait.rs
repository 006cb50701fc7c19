//! The wait guard is called before and after everything that may block, and around nothing else.

mod journal;
mod millis;

use hexloop::{AsyncHandle, Handle, Idle, Loop, RunMode, Timer};
use journal::Journal;
use millis::ms;

fn guarded_loop() -> (Loop, Journal) {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    lp.set_wait_guard(journal.noting("("), journal.noting(")"));
    (lp, journal)
}

#[test]
fn around_a_wait_that_a_bell_ends() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let handle = AsyncHandle::new(&lp, journal.noting("async"));
    let before = {
        let (journal, notifier) = (journal.clone(), handle.notifier());
        move || {
            journal.note("(");
            notifier.notify();
        }
    };
    lp.set_wait_guard(before, journal.noting(")"));
    lp.run(RunMode::Once).unwrap();
    assert_eq!(journal.take_line(), "( ) async");
}

#[test]
fn around_the_wait_at_entry() {
    let (lp, journal) = guarded_loop();
    let idle = Idle::without_callback(&lp);
    idle.start();
    idle.unref();
    let timer = Timer::new(&lp, journal.noting("timer"));
    lp.update_now();
    timer.start(ms(1));
    lp.run(RunMode::Default).unwrap();
    let line = journal.take_line();
    // On a machine that stalled just now the timer is due already, and nothing is waited for.
    assert!(line == "( ) timer" || line == "timer", "{line}");
}

#[test]
fn not_around_a_look() {
    let (lp, journal) = guarded_loop();
    let idle = Idle::without_callback(&lp);
    idle.start();
    lp.run(RunMode::Once).unwrap();
    lp.defer(|| ());
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "");
}

#[test]
fn the_guard_may_use_the_loop_and_replace_itself() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let handle = AsyncHandle::new(&lp, || ());
    let noting_and_ringing = |name: &'static str| {
        let (journal, notifier) = (journal.clone(), handle.notifier());
        move || {
            journal.note(name);
            notifier.notify();
        }
    };
    let second = noting_and_ringing("second");
    let first = {
        let (lp, first) = (lp.clone(), noting_and_ringing("first"));
        move || {
            first();
            lp.set_wait_guard(second.clone(), || ());
        }
    };
    lp.set_wait_guard(first, || ());
    lp.run(RunMode::Once).unwrap();
    lp.run(RunMode::Once).unwrap();
    assert_eq!(journal.take_line(), "first second");
}
