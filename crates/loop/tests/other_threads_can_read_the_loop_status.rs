//! The loop status shows other threads where the loop is, also while a callback blocks it, and its counters never go backwards.

mod millis;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use hexloop::{Idle, Loop, LoopSnapshot, LoopState, LoopStatus, Phase, RunMode, Timer};
use millis::ms;

fn loop_with_status() -> (Loop, Arc<LoopStatus>) {
    let status = Arc::new(LoopStatus::default());
    (Loop::builder().status(status.clone()).build().unwrap(), status)
}

/// Reads the status on another thread until it shows what is awaited.
fn awaited(
    status: &Arc<LoopStatus>,
    is_it: impl Fn(&LoopSnapshot) -> bool + Send + 'static,
) -> thread::JoinHandle<LoopSnapshot> {
    let status = status.clone();
    thread::spawn(move || {
        loop {
            let snapshot = status.snapshot();
            if is_it(&snapshot) {
                return snapshot;
            }
            thread::sleep(Duration::from_millis(1));
        }
    })
}

#[test]
fn a_loop_before_its_first_turn_is_not_running() {
    let (_lp, status) = loop_with_status();
    let snapshot = status.snapshot();
    assert_eq!((snapshot.state, snapshot.turns, snapshot.asleep), (LoopState::NotRunning, 0, Duration::ZERO));
    assert!(snapshot.elapsed() >= snapshot.not_running);
}

#[test]
fn a_callback_that_blocks_the_loop_is_seen_in_its_phase_while_it_does() {
    let (lp, status) = loop_with_status();
    let seen = awaited(&status, |snapshot| {
        snapshot.state == LoopState::Running(Phase::Timers) && snapshot.busy_for >= Duration::from_millis(20)
    });
    let timer = Timer::new(&lp, move || while !seen.is_finished() {});
    timer.start(ms(1));
    lp.run(RunMode::Default).unwrap();
    let snapshot = status.snapshot();
    assert_eq!(snapshot.state, LoopState::NotRunning);
    assert!(snapshot.phase_time(Phase::Timers) >= Duration::from_millis(20), "{snapshot:?}");
}

#[test]
fn sleep_is_counted_while_it_lasts_and_apart_from_poll() {
    let (lp, status) = loop_with_status();
    let seen = awaited(&status, |snapshot| {
        snapshot.state == LoopState::Asleep && snapshot.asleep >= Duration::from_millis(20)
    });
    let awaited = lp.keep_alive();
    let proxy = lp.proxy();
    let waker = thread::spawn(move || {
        let snapshot = seen.join().unwrap();
        proxy.post(|lp| lp.stop());
        snapshot
    });
    lp.run(RunMode::Default).unwrap();
    drop(awaited);
    let snapshot = waker.join().unwrap();
    assert_eq!(snapshot.busy_for, Duration::ZERO);
    assert!(snapshot.phase_time(Phase::Poll) < snapshot.asleep, "{snapshot:?}");
}

#[test]
fn no_counter_ever_goes_backwards() {
    let (lp, status) = loop_with_status();
    let read = status.clone();
    let reader = thread::spawn(move || {
        let mut last = read.snapshot();
        for _ in 0..10_000 {
            let snapshot = read.snapshot();
            assert!(snapshot.turns >= last.turns && snapshot.events >= last.events && snapshot.polls >= last.polls);
            assert!(
                snapshot.asleep >= last.asleep && snapshot.not_running >= last.not_running,
                "{last:?} then {snapshot:?}"
            );
            assert!(
                Phase::ALL.iter().all(|phase| snapshot.phase_time(*phase) >= last.phase_time(*phase)),
                "{last:?} {snapshot:?}"
            );
            last = snapshot;
        }
    });
    let idle = Idle::without_callback(&lp);
    idle.start();
    while !reader.is_finished() {
        lp.run(RunMode::Once).unwrap();
    }
    reader.join().unwrap();
    assert_eq!(status.snapshot().turns, lp.metrics().loop_count);
}

#[test]
fn a_probe_of_a_busy_loop_completes_when_the_next_turn_begins() {
    let (lp, status) = loop_with_status();
    let probed = status.clone();
    let timer = Timer::new(&lp, move || {
        assert_eq!(probed.probe(), None);
        thread::sleep(Duration::from_millis(20));
        assert_eq!(probed.probe_result(), None);
    });
    timer.start(ms(1));
    let later = Timer::new(&lp, || ());
    later.start(ms(100));
    lp.run(RunMode::Default).unwrap();
    let delay = status.probe_result().unwrap();
    assert!(delay >= Duration::from_millis(20), "{delay:?}");
    assert_eq!(status.probe_result(), None, "a probe completes once");
}

#[test]
fn a_loop_that_sleeps_lets_nothing_wait() {
    let (lp, status) = loop_with_status();
    let asleep = awaited(&status, |snapshot| snapshot.state == LoopState::Asleep);
    let awaited = lp.keep_alive();
    let proxy = lp.proxy();
    let probed = status.clone();
    let prober = thread::spawn(move || {
        asleep.join().unwrap();
        let delay = probed.probe();
        proxy.post(|lp| lp.stop());
        delay
    });
    lp.run(RunMode::Default).unwrap();
    drop(awaited);
    assert_eq!(prober.join().unwrap(), Some(Duration::ZERO));
    assert_eq!(status.probe_result(), None);
}
