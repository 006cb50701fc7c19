//! The virtual clock jumps to the next timer when nothing else can run, and waits really for work outside the loop.

mod journal;
mod millis;

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use std::time::Duration;

use hexloop::{Check, Clock, Interest, Loop, RealClock, RunMode, Source, Timer, VirtualClock};
use journal::Journal;
use millis::ms;

#[test]
fn a_year_of_timers_takes_no_time() {
    let clock = VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let days: Rc<RefCell<Vec<u64>>> = Rc::default();
    let timer = Timer::new(&lp, {
        let (lp, days) = (lp.clone(), days.clone());
        move || {
            days.borrow_mut().push(lp.now().as_secs() / 86_400);
            if days.borrow().len() == 365 {
                lp.stop();
            }
        }
    });
    timer.start_repeating(ms(86_400_000), ms(86_400_000));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(*days.borrow(), (1..=365).collect::<Vec<u64>>());
    assert_eq!(clock.now(), ms(365 * 86_400_000));
}

#[test]
fn a_job_under_way_is_waited_for_before_the_clock_jumps() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let timer = Timer::new(&lp, journal.noting("timer"));
    timer.start(ms(10));
    lp.submit("slow", || std::thread::sleep(std::time::Duration::from_millis(30)), {
        let (lp, journal) = (lp.clone(), journal.clone());
        move |_| journal.note(format!("job at {:?}", lp.now()))
    });
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take(), ["job at 0ns", "timer"]);
}

#[test]
fn ready_io_comes_before_the_jump() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let (mut sender, mut receiver) = hexloop::mio::unix::pipe::new().unwrap();
    sender.write_all(b"x").unwrap();
    let source = Source::register(&lp, &mut receiver, Interest::READABLE, {
        let (lp, journal) = (lp.clone(), journal.clone());
        move |_| journal.note(format!("io at {:?}", lp.now()))
    });
    let timer = Timer::new(&lp, {
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            journal.note(format!("timer at {:?}", lp.now()));
            lp.stop();
        }
    });
    timer.start(ms(10));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take(), ["io at 0ns", "timer at 10ms"]);
    drop(source);
}

#[test]
fn the_loop_reads_its_clock_once_per_turn() {
    let clock = VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let journal = Journal::new();
    let noting_now = |name: &'static str| {
        let (lp, journal) = (lp.clone(), journal.clone());
        move || journal.note(format!("{name} {:?}", lp.now()))
    };
    let slow = Timer::new(&lp, {
        let clock = clock.clone();
        move || clock.advance(ms(100))
    });
    let check = Check::new(&lp, noting_now("check"));
    slow.start(ms(0));
    check.start();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "check 0ns");
    assert_eq!(lp.now_fresh(), ms(100), "though the time is another by now");
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "check 100ms");
}

#[test]
fn a_clock_of_ones_own_that_does_not_jump_is_slept_by() {
    /// The real clock, an hour ahead.
    struct Ahead;
    impl Clock for Ahead {
        fn now(&self) -> Duration {
            RealClock.now() + ms(3_600_000)
        }
    }
    let lp = Loop::builder().clock(Ahead).build().unwrap();
    let timer = Timer::new(&lp, || ());
    let began = lp.now();
    timer.start(ms(5));
    lp.run(RunMode::Default).unwrap();
    assert!(lp.now() - began >= ms(5));
    assert!(lp.metrics().loop_count <= 5, "it slept instead of spinning: {:?}", lp.metrics());
}

#[test]
fn a_clock_that_goes_backwards_does_not_turn_the_loop_back() {
    struct Unsteady(std::cell::Cell<Duration>);
    impl Clock for Unsteady {
        fn now(&self) -> Duration {
            self.0.set(self.0.get() - ms(1));
            self.0.get()
        }
        fn jumps(&self) -> bool {
            true
        }
        fn jump_to(&self, due: Duration) {
            self.0.set(due + ms(1));
        }
    }
    let lp = Loop::builder().clock(Unsteady(std::cell::Cell::new(ms(1 << 20)))).build().unwrap();
    let before = lp.now();
    let timer = Timer::new(&lp, || ());
    timer.start(ms(10));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(lp.now(), before + ms(10));
}
