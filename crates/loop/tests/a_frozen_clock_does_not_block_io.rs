//! A clock of the user's own may be slow or stand still. Timers wait for it; entering the loop and I/O do not.

mod millis;

use std::cell::Cell;
use std::io::Write;
use std::rc::Rc;
use std::time::Duration;

use hexloop::mio::unix::pipe;
use hexloop::{Check, Clock, Idle, Interest, Loop, RunMode, Source, Timer};
use millis::ms;

/// Stands still, and may be read a bounded number of times.
#[derive(Clone, Default)]
struct StillClock(Rc<Cell<u32>>);

impl Clock for StillClock {
    fn now(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        assert!(self.0.get() < 1000, "somebody waits for this clock to move");
        Duration::from_nanos(77)
    }
}

#[test]
fn the_loop_is_entered_though_a_timer_is_due_within_the_millisecond() {
    let lp = Loop::builder().clock(StillClock::default()).entry_rule(true).build().unwrap();
    let timer = Timer::new(&lp, || panic!("it is never due"));
    timer.start(ms(1));
    lp.run(RunMode::Once).unwrap();
    assert_eq!(timer.due(), Some(ms(1) + Duration::from_nanos(77)));
}

#[test]
fn a_busy_loop_still_polls_for_io() {
    let lp = Loop::builder().clock(StillClock::default()).min_poll_interval(ms(60_000)).build().unwrap();
    let (mut sender, mut receiver) = pipe::new().unwrap();
    let idle = Idle::without_callback(&lp);
    idle.start();
    let turns = Rc::new(Cell::new(0));
    let check = Check::new(&lp, {
        let (lp, turns) = (lp.clone(), turns.clone());
        move || {
            turns.set(turns.get() + 1);
            match turns.get() {
                5 => sender.write_all(b"x").unwrap(),
                500 => lp.stop(),
                _ => {}
            }
        }
    });
    check.start();
    let seen_in = Rc::new(Cell::new(0));
    let _source = Source::register(&lp, &mut receiver, Interest::READABLE, {
        let (seen_in, turns) = (seen_in.clone(), turns.clone());
        move |_| seen_in.set(turns.get())
    });
    lp.run(RunMode::Default).unwrap();
    assert_eq!(seen_in.get(), 5);
    drop((idle, check));
}
