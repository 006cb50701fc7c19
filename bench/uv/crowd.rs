//! Two hundred thousand jobs, sixty-four in flight at any time.

#[path = "measure.rs"]
mod measure;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use hexloop::{Loop, RunMode};

const JOBS: usize = 200_000;
const AT_ONCE: usize = 64;

#[derive(Default)]
struct Counts {
    queued: Cell<usize>,
    finished: Cell<usize>,
}

fn queue_one(lp: &Loop, counts: &Rc<Counts>) {
    let (again, to_count) = (lp.clone(), counts.clone());
    let number = counts.queued.get();
    counts.queued.set(number + 1);
    let done = move |_number| {
        to_count.finished.set(to_count.finished.get() + 1);
        if to_count.queued.get() < JOBS {
            queue_one(&again, &to_count);
        }
    };
    lp.submit("one of many", move || number + 1, done);
}

fn main() {
    let lp = Loop::new().expect("a loop");
    let counts = Rc::new(Counts::default());
    let began = Instant::now();
    for _ in 0..AT_ONCE {
        queue_one(&lp, &counts);
    }
    lp.run(RunMode::Default).expect("the loop polls");
    let spent = began.elapsed();
    assert_eq!(counts.finished.get(), JOBS, "jobs");
    measure::report(spent, JOBS);
}
