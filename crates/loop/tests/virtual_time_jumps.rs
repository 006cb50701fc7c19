//! The virtual clock jumps to the next timer when nothing else can run, and waits really for work outside the loop.

mod journal;

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use hexloop::{Check, Clock, Interest, Loop, RealClock, RunMode, Source, Timer, VirtualClock};
use journal::Journal;

#[test]
fn a_year_of_timers_takes_no_time() {
    let clock = VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let days: Rc<RefCell<Vec<u64>>> = Rc::default();
    let timer = Timer::new(&lp, {
        let (lp, days) = (lp.clone(), days.clone());
        move || {
            days.borrow_mut().push(lp.now() / 86_400_000);
            if days.borrow().len() == 365 {
                lp.stop();
            }
        }
    });
    timer.start(86_400_000, 86_400_000);
    lp.run(RunMode::Default);
    assert_eq!(*days.borrow(), (1..=365).collect::<Vec<u64>>());
    assert_eq!(clock.now_ms(), 365 * 86_400_000);
}

#[test]
fn a_job_under_way_is_waited_for_before_the_clock_jumps() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let timer = Timer::new(&lp, journal.noting("timer"));
    timer.start(10, 0);
    lp.submit("slow", || std::thread::sleep(std::time::Duration::from_millis(30)), {
        let (lp, journal) = (lp.clone(), journal.clone());
        move |_| journal.note(format!("job at {}", lp.now()))
    });
    lp.run(RunMode::Default);
    assert_eq!(journal.take(), ["job at 0", "timer"]);
}

#[test]
fn ready_io_comes_before_the_jump() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let (mut sender, mut receiver) = hexloop::mio::unix::pipe::new().unwrap();
    sender.write_all(b"x").unwrap();
    let source = Source::register(&lp, &mut receiver, Interest::READABLE, {
        let (lp, journal) = (lp.clone(), journal.clone());
        move |_| journal.note(format!("io at {}", lp.now()))
    });
    let timer = Timer::new(&lp, {
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            journal.note(format!("timer at {}", lp.now()));
            lp.stop();
        }
    });
    timer.start(10, 0);
    lp.run(RunMode::Default);
    assert_eq!(journal.take(), ["io at 0", "timer at 10"]);
    drop(source);
}

#[test]
fn the_loop_reads_its_clock_once_per_turn() {
    let clock = VirtualClock::new();
    let lp = Loop::builder().clock(clock.clone()).build().unwrap();
    let journal = Journal::new();
    let noting_now = |name: &'static str| {
        let (lp, journal) = (lp.clone(), journal.clone());
        move || journal.note(format!("{name} {}", lp.now()))
    };
    let slow = Timer::new(&lp, {
        let clock = clock.clone();
        move || clock.advance(100)
    });
    let check = Check::new(&lp, noting_now("check"));
    slow.start(0, 0);
    check.start();
    lp.run(RunMode::NoWait);
    assert_eq!(journal.take_line(), "check 0");
    assert_eq!(lp.now_fresh(), 100_000_000, "though the time is another by now");
    lp.run(RunMode::NoWait);
    assert_eq!(journal.take_line(), "check 100");
}

#[test]
fn a_clock_of_ones_own_that_does_not_jump_is_slept_by() {
    /// The real clock, an hour ahead.
    struct Ahead;
    impl Clock for Ahead {
        fn now_ns(&self) -> u64 {
            RealClock.now_ns() + 3_600_000_000_000
        }
    }
    let lp = Loop::builder().clock(Ahead).build().unwrap();
    let timer = Timer::new(&lp, || ());
    let began_ns = lp.now_ns();
    timer.start(5, 0);
    lp.run(RunMode::Default);
    assert!(lp.now_ns() - began_ns >= 5_000_000);
    assert!(lp.metrics().loop_count <= 5, "it slept instead of spinning: {:?}", lp.metrics());
}

#[test]
fn a_clock_that_goes_backwards_does_not_turn_the_loop_back() {
    struct Unsteady(std::cell::Cell<u64>);
    impl Clock for Unsteady {
        fn now_ns(&self) -> u64 {
            self.0.set(self.0.get().wrapping_sub(1_000_000));
            self.0.get()
        }
        fn jumps(&self) -> bool {
            true
        }
        fn jump_to(&self, due_ns: u64) {
            self.0.set(due_ns + 1_000_000);
        }
    }
    let lp = Loop::builder().clock(Unsteady(std::cell::Cell::new(1 << 40))).build().unwrap();
    let before = lp.now_ns();
    let timer = Timer::new(&lp, || ());
    timer.start(10, 0);
    lp.run(RunMode::Default);
    assert_eq!(lp.now_ns(), before + 10_000_000);
}
