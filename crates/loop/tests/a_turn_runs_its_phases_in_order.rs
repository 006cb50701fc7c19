//! Timers, pending, idle, prepare, poll, check, close: in this order, in every turn.

mod journal;
mod millis;

use hexloop::{AsyncHandle, Check, Idle, Loop, Observer, Phase, Prepare, RunMode, Timer, VirtualClock};
use journal::Journal;
use millis::ms;

#[test]
fn one_callback_in_each() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    // Set up in an order that is not that of the phases.
    lp.on_close(journal.noting("close"));
    let check = Check::new(&lp, journal.noting("check"));
    let handle = AsyncHandle::new(&lp, journal.noting("poll"));
    let prepare = Prepare::new(&lp, journal.noting("prepare"));
    let idle = Idle::new(&lp, journal.noting("idle"));
    let timer = Timer::new(&lp, journal.noting("timer"));
    check.start();
    prepare.start();
    idle.start();
    handle.notifier().notify();
    timer.start(ms(0));
    lp.defer(journal.noting("pending"));
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "timer pending idle prepare poll check close");
}

#[test]
fn the_observer_sees_all_seven_in_order() {
    struct Phases(Journal);
    impl Observer for Phases {
        fn phase_entered(&self, phase: Phase) {
            self.0.note(format!("+{}", phase.name()));
        }
        fn phase_left(&self, phase: Phase) {
            self.0.note(format!("-{}", phase.name()));
        }
    }
    let journal = Journal::new();
    let lp = Loop::builder().observer(Phases(journal.clone())).build().unwrap();
    let _alive = lp.keep_alive();
    lp.run(RunMode::NoWait).unwrap();
    let expected: Vec<String> =
        Phase::ALL.iter().flat_map(|phase| [format!("+{}", phase.name()), format!("-{}", phase.name())]).collect();
    assert_eq!(journal.take(), expected);
}
