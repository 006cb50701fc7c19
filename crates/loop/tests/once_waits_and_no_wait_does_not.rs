//! The run modes: until done, one turn that may wait, one turn that does not.

mod journal;
mod millis;

use hexloop::{Loop, RunMode, Timer, VirtualClock};
use journal::Journal;
use millis::ms;

fn loop_with_timer(delay: u64) -> (Loop, Journal, Timer) {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let timer = Timer::new(&lp, journal.noting("timer"));
    timer.start(ms(delay));
    (lp, journal, timer)
}

#[test]
fn once_waits_for_the_timer_and_runs_it() {
    let (lp, journal, _timer) = loop_with_timer(100);
    assert!(!lp.run(RunMode::Once).unwrap());
    assert_eq!((journal.take_line().as_str(), lp.now()), ("timer", ms(100)));
}

#[test]
fn no_wait_returns_with_the_timer_still_to_come() {
    let (lp, journal, timer) = loop_with_timer(100);
    assert!(lp.run(RunMode::NoWait).unwrap());
    assert_eq!((journal.take_line().as_str(), lp.now()), ("", ms(0)));
    assert_eq!(timer.due(), Some(ms(100)));
}

#[test]
fn no_wait_runs_a_timer_that_is_due() {
    let (lp, journal, _timer) = loop_with_timer(0);
    assert!(!lp.run(RunMode::NoWait).unwrap());
    assert_eq!(journal.take_line(), "timer");
}

#[test]
fn until_done_runs_all_turns() {
    let (lp, journal, _timer) = loop_with_timer(100);
    let later = Timer::new(&lp, journal.noting("later"));
    later.start(ms(200));
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "timer later");
}

#[test]
fn a_loop_is_not_run_from_its_own_callback() {
    let (lp, journal, _timer) = loop_with_timer(2);
    let nested = Timer::new(&lp, {
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            journal.note("before");
            for _ in 0..3 {
                assert!(lp.run(RunMode::Default).unwrap(), "the other timer is alive");
            }
            journal.note("after");
        }
    });
    nested.start(ms(1));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "before after timer");
}

#[test]
fn a_nested_run_does_not_undo_a_stop() {
    let (lp, journal, _timer) = loop_with_timer(2);
    lp.defer({
        let lp = lp.clone();
        move || {
            lp.stop();
            lp.run(RunMode::Default).unwrap();
        }
    });
    assert!(lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "");
}

#[test]
fn once_ends_when_a_post_comes() {
    let lp = Loop::new().unwrap();
    let _awaited = lp.keep_alive();
    let proxy = lp.proxy();
    let (said, heard) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || proxy.post(move |_| said.send("posted").unwrap()));
    assert!(lp.run(RunMode::Once).unwrap());
    assert!(thread.join().unwrap());
    // The post may come after a turn that a signal cut short; it is there at the latest after another.
    let message = heard.try_recv().or_else(|_| {
        lp.run(RunMode::Once).unwrap();
        heard.try_recv()
    });
    assert_eq!(message, Ok("posted"));
}
