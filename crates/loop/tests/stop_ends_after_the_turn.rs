//! `stop()` lets the running turn finish without waiting, and no other begins.

mod journal;
mod millis;

use hexloop::{Check, Idle, Loop, RunMode, Timer};
use journal::Journal;
use millis::ms;

#[test]
fn the_phases_still_to_come_run() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let timer = Timer::new(&lp, {
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            journal.note("timer");
            lp.stop();
        }
    });
    timer.start(ms(0));
    let check = Check::new(&lp, journal.noting("check"));
    check.start();
    // Poll may not wait, though nothing is there to wake it: this returns.
    assert!(lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "timer check");
}

#[test]
fn a_stop_before_running_prevents_one_run() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let idle = Idle::new(&lp, journal.noting("idle"));
    idle.start();
    lp.stop();
    assert!(lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "");
    assert!(lp.run(RunMode::NoWait).unwrap());
    assert_eq!(journal.take_line(), "idle");
}

#[test]
fn another_thread_can_stop_the_loop() {
    let lp = Loop::new().unwrap();
    let _forever = lp.keep_alive();
    let proxy = lp.proxy();
    let thread = std::thread::spawn(move || proxy.post(|lp| lp.stop()));
    assert!(lp.run(RunMode::Default).unwrap());
    assert!(thread.join().unwrap());
}
