//! A beacon tells other threads where the loop is, also while a callback holds it, and its counters never go backwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use hexloop::{Beacon, Doing, Idle, Loop, Phase, Reading, RunMode, Timer};

fn lit() -> (Loop, Arc<Beacon>) {
    let beacon = Arc::new(Beacon::default());
    (Loop::builder().beacon(beacon.clone()).build().unwrap(), beacon)
}

/// Reads the beacon on another thread until it shows what is awaited.
fn awaited(beacon: &Arc<Beacon>, is_it: impl Fn(&Reading) -> bool + Send + 'static) -> thread::JoinHandle<Reading> {
    let beacon = beacon.clone();
    thread::spawn(move || {
        loop {
            let reading = beacon.read();
            if is_it(&reading) {
                return reading;
            }
            thread::sleep(Duration::from_millis(1));
        }
    })
}

#[test]
fn a_loop_that_does_not_run_is_outside() {
    let (_lp, beacon) = lit();
    let reading = beacon.read();
    assert_eq!((reading.doing, reading.turns, reading.asleep), (Doing::Outside, 0, Duration::ZERO));
    assert!(reading.elapsed() >= reading.outside);
}

#[test]
fn a_callback_that_holds_the_loop_is_seen_in_its_phase_while_it_does() {
    let (lp, beacon) = lit();
    let seen = awaited(&beacon, |reading| {
        reading.doing == Doing::In(Phase::Timers) && reading.held >= Duration::from_millis(20)
    });
    let timer = Timer::new(&lp, move || while !seen.is_finished() {});
    timer.start(1, 0);
    lp.run(RunMode::UntilDone);
    let reading = beacon.read();
    assert_eq!(reading.doing, Doing::Outside);
    assert!(reading.phases[Phase::Timers as usize] >= Duration::from_millis(20), "{reading:?}");
}

#[test]
fn sleep_is_counted_while_it_lasts_and_apart_from_poll() {
    let (lp, beacon) = lit();
    let seen =
        awaited(&beacon, |reading| reading.doing == Doing::Asleep && reading.asleep >= Duration::from_millis(20));
    let awaited = lp.keep_alive();
    let remote = lp.remote();
    let waker = thread::spawn(move || {
        let reading = seen.join().unwrap();
        remote.post(|lp| lp.stop());
        reading
    });
    lp.run(RunMode::UntilDone);
    drop(awaited);
    let reading = waker.join().unwrap();
    assert_eq!(reading.held, Duration::ZERO);
    assert!(reading.phases[Phase::Poll as usize] < reading.asleep, "{reading:?}");
}

#[test]
fn no_counter_ever_goes_backwards() {
    let (lp, beacon) = lit();
    let done = Arc::new(AtomicBool::new(false));
    let (over, read) = (done.clone(), beacon.clone());
    let reader = thread::spawn(move || {
        let mut last = read.read();
        let mut readings = 0;
        while !over.load(Ordering::Relaxed) {
            let reading = read.read();
            assert!(reading.turns >= last.turns && reading.events >= last.events && reading.polls >= last.polls);
            assert!(reading.asleep >= last.asleep && reading.outside >= last.outside, "{last:?} then {reading:?}");
            assert!(reading.phases.iter().zip(last.phases).all(|(now, before)| *now >= before), "{last:?} {reading:?}");
            (last, readings) = (reading, readings + 1);
        }
        readings
    });
    let idle = Idle::silent(&lp);
    idle.start();
    for _ in 0..100_000 {
        lp.run(RunMode::Once);
    }
    done.store(true, Ordering::Relaxed);
    assert!(reader.join().unwrap() > 0);
    assert_eq!(beacon.read().turns, lp.metrics().loop_count);
}

#[test]
fn a_probe_of_a_busy_loop_is_answered_when_the_next_turn_begins() {
    let (lp, beacon) = lit();
    let probed = beacon.clone();
    let timer = Timer::new(&lp, move || {
        assert_eq!(probed.probe(), None);
        thread::sleep(Duration::from_millis(20));
        assert_eq!(probed.answer(), None);
    });
    timer.start(1, 0);
    let later = Timer::new(&lp, || ());
    later.start(100, 0);
    lp.run(RunMode::UntilDone);
    let delay = beacon.answer().unwrap();
    assert!(delay >= Duration::from_millis(20), "{delay:?}");
    assert_eq!(beacon.answer(), None, "a probe is answered once");
}

#[test]
fn a_loop_that_sleeps_lets_nothing_wait() {
    let (lp, beacon) = lit();
    let asleep = awaited(&beacon, |reading| reading.doing == Doing::Asleep);
    let awaited = lp.keep_alive();
    let remote = lp.remote();
    let probed = beacon.clone();
    let prober = thread::spawn(move || {
        asleep.join().unwrap();
        let delay = probed.probe();
        remote.post(|lp| lp.stop());
        delay
    });
    lp.run(RunMode::UntilDone);
    drop(awaited);
    assert_eq!(prober.join().unwrap(), Some(Duration::ZERO));
    assert_eq!(beacon.answer(), None);
}
