//! An interval is armed again when its callback has ended, unless the callback decided otherwise.

mod millis;

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use hexloop::{Handle, Loop, RunMode, Timer, VirtualClock};
use millis::ms;

/// An interval of 10 ms on a virtual loop; `callback` gets the timer and how often it ran before. Returns the times
/// at which it ran.
fn run_interval(callback: impl Fn(&Timer, usize, &VirtualClock) + 'static) -> Vec<u64> {
    let clock = VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let times: Rc<RefCell<Vec<u64>>> = Rc::default();
    let timer = Rc::new_cyclic(|timer: &Weak<Timer>| {
        let (lp_in, timer, times) = (lp.clone(), timer.clone(), times.clone());
        Timer::new(&lp, move || {
            let count = times.borrow().len();
            times.borrow_mut().push(lp_in.now().as_millis() as u64);
            callback(&timer.upgrade().unwrap(), count, &clock);
        })
    });
    timer.start_repeating(ms(10), ms(10));
    lp.run(RunMode::Default).unwrap();
    times.take()
}

#[test]
fn it_runs_until_it_is_stopped_inside() {
    let times = run_interval(|timer, count, _| {
        assert!(timer.is_active(), "an interval counts as active while its callback runs");
        assert_eq!(timer.due(), None, "but it is not armed yet");
        if count == 2 {
            timer.stop();
        }
    });
    assert_eq!(times, [10, 20, 30]);
}

#[test]
fn a_start_inside_counts_instead() {
    let times = run_interval(|timer, count, _| match count {
        0 => timer.start_repeating(ms(3), ms(4)),
        2 => timer.stop(),
        _ => {}
    });
    assert_eq!(times, [10, 13, 17]);
}

#[test]
fn a_slow_callback_is_not_made_up_for_by_a_burst() {
    let times = run_interval(|timer, count, clock| {
        if count == 0 {
            clock.advance(ms(35));
        }
        if count == 2 {
            timer.stop();
        }
    });
    // Counted from the turn in which it ran: the second is late, the third a whole interval after it.
    assert_eq!(times, [10, 45, 55]);
}

#[test]
fn a_new_repeat_time_counts_from_the_next_arming() {
    let times = run_interval(|timer, count, _| match count {
        0 => timer.set_repeat(ms(1)),
        2 => timer.stop(),
        _ => {}
    });
    assert_eq!(times, [10, 11, 12]);
}

#[test]
fn a_repeat_time_of_zero_makes_it_the_last() {
    let times = run_interval(|timer, _, _| timer.set_repeat(ms(0)));
    assert_eq!(times, [10]);
}

#[test]
fn again_restarts_the_interval() {
    let clock = VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let timer = Timer::new(&lp, || ());
    assert!(!timer.again(), "nothing to repeat");
    timer.start_repeating(ms(100), ms(7));
    clock.advance(ms(5));
    lp.update_now();
    assert!(timer.again());
    assert_eq!((timer.due(), timer.repeat()), (Some(ms(12)), ms(7)));
}
