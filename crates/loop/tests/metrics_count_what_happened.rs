//! Loop count, events, events waiting, polls, idle time, and the time of each phase when it is measured.

mod millis;

use std::time::Duration;

use hexloop::{AsyncHandle, Check, Handle, Idle, Loop, Phase, RunMode, Timer};
use millis::ms;

#[test]
fn turns_and_events_are_counted() {
    let lp = Loop::new().unwrap();
    let handle = AsyncHandle::new(&lp, || ());
    for _ in 0..3 {
        handle.notifier().notify();
        lp.proxy().post(|_| ());
        lp.run(RunMode::NoWait).unwrap();
    }
    let metrics = lp.metrics();
    assert_eq!((metrics.loop_count, metrics.events, metrics.events_waiting), (3, 6, 6));
    assert_eq!(metrics.phase_time(Phase::Check), None);
}

#[test]
fn an_event_that_woke_the_loop_had_not_been_waiting() {
    let lp = Loop::new().unwrap();
    let handle = AsyncHandle::new(&lp, || ());
    let notifier = handle.notifier();
    // Notifies from within the wait itself, after poll has decided to sleep.
    lp.set_wait_guard(move || notifier.notify(), || ());
    lp.run(RunMode::Once).unwrap();
    let metrics = lp.metrics();
    assert_eq!((metrics.events, metrics.events_waiting), (1, 0));
}

#[test]
fn idle_time_is_the_time_asleep() {
    let lp = Loop::new().unwrap();
    let timer = Timer::new(&lp, || ());
    timer.start(ms(20));
    let began = lp.now_fresh();
    lp.run(RunMode::Default).unwrap();
    let elapsed = lp.now_fresh() - began;
    let idle = lp.metrics().idle_time;
    assert!(idle <= elapsed, "idle {idle:?} of {elapsed:?}");
    assert!(lp.metrics().polls == 0 || idle > Duration::ZERO, "it slept, and it shows");
}

#[test]
fn a_busy_loop_is_never_idle() {
    let lp = Loop::new().unwrap();
    let idle = Idle::without_callback(&lp);
    idle.start();
    for _ in 0..100 {
        lp.run(RunMode::Once).unwrap();
    }
    assert_eq!(lp.metrics().idle_time, Duration::ZERO);
}

#[test]
fn the_time_of_each_phase_goes_to_that_phase() {
    let lp = Loop::builder().per_phase_times(true).build().unwrap();
    let check = Check::new(&lp, || std::thread::sleep(Duration::from_millis(10)));
    check.start();
    check.unref();
    lp.defer(|| ());
    let began = lp.now_fresh();
    lp.run(RunMode::Default).unwrap();
    let elapsed = lp.now_fresh() - began;
    let metrics = lp.metrics();
    let time = |phase| metrics.phase_time(phase).unwrap();
    assert!(time(Phase::Check) >= Duration::from_millis(10));
    assert!(Phase::ALL.iter().copied().map(time).sum::<Duration>() <= elapsed, "{metrics:?} in {elapsed:?}");
}
