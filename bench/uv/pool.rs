//! A hundred thousand jobs, one after the other: to a thread of the pool and back.

#[path = "measure.rs"]
mod measure;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use hexloop::{Loop, RunMode};

const TRIPS: usize = 100_000;

fn travel(lp: &Loop, sum: usize, arrived: Rc<Cell<usize>>) {
    let again = lp.clone();
    lp.submit(
        "trip",
        move || sum + 1,
        move |sum| {
            let sum = sum.expect("a job that does not fail");
            arrived.set(sum);
            if sum < TRIPS {
                travel(&again, sum, arrived);
            }
        },
    );
}

fn main() {
    let lp = Loop::new().expect("a loop");
    let arrived = Rc::new(Cell::new(0));
    let began = Instant::now();
    travel(&lp, 0, arrived.clone());
    lp.run(RunMode::Default).expect("the loop polls");
    let spent = began.elapsed();
    assert_eq!(arrived.get(), TRIPS, "trips");
    measure::report(spent, TRIPS);
}
