//! A million timers over a thousand delays; every fourth is stopped, every eighth restarted; the rest run. They
//! are all due when the loop runs, so that the heap is measured and not the waiting.

#[path = "measure.rs"]
mod measure;

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use hexloop::{Loop, RunMode, Timer};

const TIMERS: usize = 1_000_000;
const DELAYS: u32 = 1000;

fn main() {
    let lp = Loop::new().expect("a loop");
    let fired = Rc::new(Cell::new(0));
    let mut random = measure::Random(1);
    let began = Instant::now();

    let mut timers = Vec::with_capacity(TIMERS);
    for _ in 0..TIMERS {
        let fired = fired.clone();
        let timer = Timer::new(&lp, move || fired.set(fired.get() + 1));
        timer.start(Duration::from_millis(u64::from(random.next() % DELAYS)));
        timers.push(timer);
    }
    for timer in timers.iter().step_by(4) {
        timer.stop();
    }
    for timer in timers.iter().skip(1).step_by(8) {
        timer.start(Duration::from_millis(u64::from(random.next() % DELAYS)));
    }
    let mut spent = began.elapsed();

    std::thread::sleep(Duration::from_millis(u64::from(DELAYS) + 10));

    let began = Instant::now();
    lp.run(RunMode::Default).expect("the loop polls");
    spent += began.elapsed();

    assert_eq!(fired.get(), TIMERS - TIMERS / 4, "timers fired");
    measure::report(spent, TIMERS);
}
