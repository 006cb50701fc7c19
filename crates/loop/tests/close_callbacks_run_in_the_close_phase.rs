//! A closed handle is stopped at once; its close callback runs in the close phase, once, and the loop waits for it.

mod journal;
mod millis;

use std::rc::Rc;

use hexloop::{AsyncHandle, Check, CloseOrder, Handle, Idle, Interest, Loop, Prepare, RunMode, Source, Timer};
use journal::Journal;
use millis::ms;

#[test]
fn every_kind_of_handle_can_be_closed() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let (_sender, mut receiver) = hexloop::mio::unix::pipe::new().unwrap();
    let timer = Timer::new(&lp, || ());
    timer.start(ms(1_000_000));
    let idle = Idle::new(&lp, || ());
    idle.start();
    let prepare = Prepare::new(&lp, || ());
    prepare.start();
    let check = Check::new(&lp, journal.noting("check"));
    check.start();
    let handle = AsyncHandle::new(&lp, || ());
    let source = Source::register(&lp, &mut receiver, Interest::READABLE, |_| ()).unwrap();
    timer.close(journal.noting("timer"));
    idle.close(journal.noting("idle"));
    prepare.close(journal.noting("prepare"));
    handle.close(journal.noting("async"));
    source.close(journal.noting("source"));
    assert!(timer.is_closing() && !timer.is_active());
    check.unref();
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "check timer idle prepare async source");
}

#[test]
fn what_a_close_callback_closes_waits_for_the_next_turn() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    lp.on_close({
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            journal.note("outer");
            lp.on_close(journal.noting("inner"));
        }
    });
    lp.on_close(journal.noting("sibling"));
    assert!(lp.run(RunMode::NoWait).unwrap());
    assert_eq!(journal.take_line(), "outer sibling");
    assert!(!lp.run(RunMode::NoWait).unwrap());
    assert_eq!(journal.take_line(), "inner");
}

#[test]
fn closing_twice_calls_the_first_callback_only() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let timer = Timer::new(&lp, || ());
    timer.close(journal.noting("first"));
    timer.close(journal.noting("second"));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "first");
}

#[test]
fn a_closed_handle_cannot_be_started() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let timer = Timer::new(&lp, journal.noting("timer"));
    let check = Check::new(&lp, journal.noting("check"));
    timer.close(|| ());
    check.close(|| ());
    timer.start_repeating(ms(0), ms(1));
    check.start();
    assert!(!timer.again() && !timer.is_active() && !check.is_active());
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "");
}

#[test]
fn a_handle_closed_and_dropped_still_has_its_close_callback() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    Timer::new(&lp, || ()).close(journal.noting("closed"));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "closed");
}

#[test]
fn closing_drops_the_callback_at_once() {
    let lp = Loop::new().unwrap();
    let owned = Rc::new(());
    let timer = Timer::new(&lp, {
        let owned = owned.clone();
        move || drop(owned.clone())
    });
    assert_eq!(Rc::strong_count(&owned), 2);
    timer.close(|| ());
    assert_eq!(Rc::strong_count(&owned), 1);
}

#[test]
fn on_request_the_newest_is_first_as_on_libuv() {
    let lp = Loop::builder().close_order(CloseOrder::NewestFirst).build().unwrap();
    let journal = Journal::new();
    for name in ["a", "b", "c"] {
        lp.on_close(journal.noting(name));
    }
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "c b a");
}
