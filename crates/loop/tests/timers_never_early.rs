//! A timer runs at its delay or later, never sooner: by the loop's clock and by the clock on the wall.

mod millis;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use hexloop::{Loop, RunMode, Timer, VirtualClock};
use millis::ms;

#[test]
fn by_the_wall_clock() {
    let lp = Loop::new().unwrap();
    let early = Rc::new(RefCell::new(Vec::new()));
    let fired = Rc::new(Cell::new(0));
    let mut timers = Vec::new();
    for delay in (0..40).flat_map(|delay| [delay, delay / 3]) {
        lp.update_now();
        let started = Instant::now();
        let (early, fired) = (early.clone(), fired.clone());
        let timer = Timer::new(&lp, move || {
            fired.set(fired.get() + 1);
            let elapsed = started.elapsed();
            if elapsed < Duration::from_millis(delay) {
                early.borrow_mut().push((delay, elapsed));
            }
        });
        // The loop's reading is some nanoseconds older than `started`; read the clock again so that it is not.
        lp.update_now();
        timer.start(ms(delay));
        timers.push(timer);
    }
    lp.run(RunMode::Default).unwrap();
    assert_eq!(fired.get(), 80);
    assert_eq!(*early.borrow(), []);
}

#[test]
fn an_interval_keeps_its_distance() {
    let lp = Loop::new().unwrap();
    let times = Rc::new(RefCell::new(Vec::new()));
    let timer = Timer::new(&lp, {
        let (lp, times) = (lp.clone(), times.clone());
        move || {
            times.borrow_mut().push(lp.now_ns());
            if times.borrow().len() == 10 {
                lp.stop();
            }
        }
    });
    timer.start_repeating(ms(2), ms(2));
    lp.run(RunMode::Default).unwrap();
    let times = times.borrow();
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] >= 2_000_000), "{times:?}");
}

#[test]
fn a_fraction_of_a_millisecond_is_not_rounded_away() {
    let clock = VirtualClock::new();
    clock.advance(Duration::from_micros(900));
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let fired_at = Rc::new(Cell::new(0));
    let timer = Timer::new(&lp, {
        let (lp, fired_at) = (lp.clone(), fired_at.clone());
        move || fired_at.set(lp.now_ns())
    });
    timer.start(ms(1));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(fired_at.get(), 1_900_000);
}

#[test]
fn a_delay_beyond_all_time_never_comes() {
    let clock = VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let fired = Rc::new(Cell::new(false));
    let timer = Timer::new(&lp, {
        let fired = fired.clone();
        move || fired.set(true)
    });
    clock.advance(ms(5));
    lp.update_now();
    timer.start(Duration::MAX);
    assert_eq!(timer.due(), Some(Duration::from_nanos(u64::MAX)));
    lp.run(RunMode::NoWait).unwrap();
    assert!(!fired.get());
}

#[test]
fn when_started_between_two_runs() {
    let clock = VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let fired_at = Rc::new(Cell::new(Duration::ZERO));
    let timer = Timer::new(&lp, {
        let (clock, fired_at) = (clock.clone(), fired_at.clone());
        move || fired_at.set(clock.now())
    });
    lp.run(RunMode::NoWait).unwrap();
    clock.advance(ms(100));
    timer.start_repeating(ms(50), ms(20));
    assert_eq!(timer.due(), Some(ms(150)));
    lp.run(RunMode::Once).unwrap();
    assert_eq!(fired_at.get(), ms(150));
    clock.advance(ms(100));
    assert!(timer.again());
    lp.run(RunMode::Once).unwrap();
    assert_eq!(fired_at.get(), ms(270));
}
