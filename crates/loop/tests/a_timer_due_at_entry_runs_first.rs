//! The entry rule, where the builder chose it: when the loop is entered for the first time and a timer is due within 1 ms,
//! the loop waits for it, so that it runs before any I/O callback, any finished job and any check hook.

mod journal;
mod millis;

use std::io::Write;

use hexloop::{AsyncHandle, Check, Handle, Idle, Interest, Loop, RunMode, Source, Timer};
use journal::Journal;
use millis::ms;

#[test]
fn timers_of_zero_and_one_millisecond_come_before_everything() {
    let (lp, journal) = (Loop::builder().entry_rule(true).build().unwrap(), Journal::new());
    let (mut sender, mut receiver) = hexloop::mio::unix::pipe::new().unwrap();
    sender.write_all(b"ready").unwrap();
    let source = Source::register(&lp, &mut receiver, Interest::READABLE, {
        let journal = journal.clone();
        move |_| journal.note("io")
    });
    let handle = AsyncHandle::new(&lp, journal.noting("async"));
    handle.notifier().notify();
    let idle = Idle::without_callback(&lp);
    idle.start();
    let check = Check::new(&lp, journal.noting("check"));
    check.start();
    let [one, zero] = ["one", "zero"].map(|name| Timer::new(&lp, journal.noting(name)));
    // Of one moment, however long it takes to start them.
    lp.update_now();
    one.start_at(lp.now() + ms(1));
    zero.start_at(lp.now());
    let stopper = Timer::new(&lp, {
        let lp = lp.clone();
        move || lp.stop()
    });
    stopper.start(ms(1));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "zero one async io check");
    source.unwrap().deregister(&mut receiver).unwrap();
}

#[test]
fn a_timer_further_off_is_not_waited_for() {
    let (lp, journal) = (Loop::builder().entry_rule(true).build().unwrap(), Journal::new());
    let idle = Idle::without_callback(&lp);
    idle.start();
    let check = Check::new(&lp, {
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            journal.note("check");
            lp.stop();
        }
    });
    check.start();
    let timer = Timer::new(&lp, journal.noting("timer"));
    timer.start(ms(60_000));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "check");
}

#[test]
fn it_is_for_the_first_entry_only() {
    let clock = hexloop::VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).entry_rule(true).build().unwrap();
    let timer = Timer::new(&lp, || ());
    let idle = Idle::without_callback(&lp);
    idle.start();
    timer.start(ms(1));
    lp.run(RunMode::Once).unwrap();
    assert_eq!(clock.now(), ms(1), "waited for");
    timer.start(ms(1));
    lp.run(RunMode::Once).unwrap();
    assert_eq!(clock.now(), ms(1), "not waited for");
}

#[test]
fn it_does_not_make_a_run_without_waiting_wait() {
    let clock = hexloop::VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).entry_rule(true).build().unwrap();
    let timer = Timer::new(&lp, || ());
    timer.start(ms(1));
    assert!(lp.run(RunMode::NoWait).unwrap());
    assert_eq!(clock.now(), ms(0));
}

#[test]
fn a_loop_that_is_not_alive_is_not_entered() {
    let clock = hexloop::VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).entry_rule(true).build().unwrap();
    let timer = Timer::new(&lp, || ());
    timer.start(ms(1));
    timer.unref();
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(clock.now(), ms(0));
}

#[test]
fn without_the_rule_no_timer_is_waited_for() {
    let clock = hexloop::VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let idle = Idle::without_callback(&lp);
    idle.start();
    let timer = Timer::new(&lp, || ());
    timer.start(ms(1));
    lp.run(RunMode::Once).unwrap();
    assert_eq!(clock.now(), ms(0));
}
