//! A timer that is stopped, closed or dropped before its turn does not run, even when it is due already.

mod journal;
mod millis;

use std::cell::RefCell;
use std::rc::Rc;

use hexloop::{Handle, Loop, RunMode, Timer, VirtualClock};
use journal::Journal;
use millis::ms;

type Victim = Rc<RefCell<Option<Timer>>>;

/// Two timers due together; the first does something to the second.
fn first_does(deed: impl Fn(&Victim) + 'static) -> String {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let victim: Victim = Rc::default();
    let first = Timer::new(&lp, {
        let (journal, victim) = (journal.clone(), victim.clone());
        move || {
            journal.note("first");
            deed(&victim);
        }
    });
    first.start(ms(1));
    *victim.borrow_mut() = Some(Timer::new(&lp, journal.noting("second")));
    victim.borrow().as_ref().unwrap().start(ms(1));
    lp.run(RunMode::Default).unwrap();
    journal.take_line()
}

#[test]
fn nothing_done_to_it_it_runs() {
    assert_eq!(first_does(|_| ()), "first second");
}

#[test]
fn stopped() {
    assert_eq!(first_does(|victim| victim.borrow().as_ref().unwrap().stop()), "first");
}

#[test]
fn closed() {
    assert_eq!(first_does(|victim| victim.borrow().as_ref().unwrap().close(|| ())), "first");
}

#[test]
fn dropped() {
    assert_eq!(first_does(|victim| drop(victim.borrow_mut().take())), "first");
}

#[test]
fn stopped_and_started_it_runs_once() {
    let restart = |victim: &Victim| {
        let victim = victim.borrow();
        victim.as_ref().unwrap().stop();
        victim.as_ref().unwrap().start(ms(1));
    };
    assert_eq!(first_does(restart), "first second");
}
