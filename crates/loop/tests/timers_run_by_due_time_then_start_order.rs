//! The next timer is the one with the earliest due time, and of equal ones the one that was started first.

mod journal;
mod millis;

use hexloop::{Loop, RunMode, Timer, VirtualClock};
use journal::Journal;
use millis::ms;

fn virtual_loop() -> Loop {
    Loop::builder().clock(VirtualClock::new()).build().unwrap()
}

#[test]
fn the_earliest_is_first_whatever_the_order_of_starting() {
    let (lp, journal) = (virtual_loop(), Journal::new());
    let [c, a, b] = ["c", "a", "b"].map(|name| Timer::new(&lp, journal.noting(name)));
    c.start(ms(30));
    a.start(ms(10));
    b.start(ms(20));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "a b c");
}

#[test]
fn equal_due_times_run_in_start_order() {
    let (lp, journal) = (virtual_loop(), Journal::new());
    let [first, second, third] = ["first", "second", "third"].map(|name| Timer::new(&lp, journal.noting(name)));
    second.start(ms(5));
    first.start(ms(5));
    third.start(ms(5));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "second first third");
}

#[test]
fn restarting_loses_the_place_among_equals() {
    let (lp, journal) = (virtual_loop(), Journal::new());
    let [a, b] = ["a", "b"].map(|name| Timer::new(&lp, journal.noting(name)));
    a.start(ms(5));
    b.start(ms(5));
    a.start(ms(5));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "b a");
}

#[test]
fn an_absolute_due_time_and_a_delay_that_meet_run_in_start_order() {
    let (lp, journal) = (virtual_loop(), Journal::new());
    let [delay, absolute, past] = ["delay", "absolute", "past"].map(|name| Timer::new(&lp, journal.noting(name)));
    absolute.start_at(ms(7));
    delay.start(ms(7));
    past.start_at(ms(0));
    assert_eq!((absolute.due(), delay.due(), past.due()), (Some(ms(7)), Some(ms(7)), Some(ms(0))));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "past absolute delay");
}

/// Deep heaps with many dead entries: against a sorted list, with ten thousand timers.
#[test]
fn ten_thousand_timers_stopped_and_restarted_come_in_order() {
    let (lp, journal) = (virtual_loop(), Journal::new());
    let mut random = 7_u64;
    let mut next = |below: u64| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) % below
    };
    let timers: Vec<Timer> = (0..10_000)
        .map(|number| {
            let journal = journal.clone();
            Timer::new(&lp, move || journal.note(number.to_string()))
        })
        .collect();
    let mut expected = vec![None; timers.len()];
    for start in 0..40_000 {
        let at = next(timers.len() as u64) as usize;
        if next(3) == 0 {
            timers[at].stop();
            expected[at] = None;
        } else {
            let delay = next(500);
            timers[at].start(ms(delay));
            expected[at] = Some((delay, start));
        }
    }
    lp.run(RunMode::Default).unwrap();
    let mut order: Vec<_> = expected.iter().enumerate().filter_map(|(at, key)| key.map(|key| (key, at))).collect();
    order.sort_unstable();
    let expected: Vec<String> = order.iter().map(|(_, at)| at.to_string()).collect();
    assert_eq!(journal.take(), expected);
}
