//! A thread and the loop wake each other in turn, a hundred thousand times: no two wake-ups can be coalesced.

#[path = "measure.rs"]
mod measure;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use hexloop::{AsyncHandle, Loop, RunMode};

const TRIPS: usize = 100_000;

fn main() {
    let lp = Loop::new().expect("a loop");
    let trips = Rc::new(Cell::new(0));
    let (answer, answered) = std::sync::mpsc::sync_channel(1);
    let handle = AsyncHandle::new(&lp, {
        let (lp, trips) = (lp.clone(), trips.clone());
        move || {
            trips.set(trips.get() + 1);
            if trips.get() == TRIPS {
                lp.stop();
            }
            answer.send(()).expect("the traveller listens");
        }
    });
    let notifier = handle.notifier();
    let began = Instant::now();
    let traveller = std::thread::spawn(move || {
        for _ in 0..TRIPS {
            notifier.notify();
            answered.recv().expect("the loop answers");
        }
    });
    lp.run(RunMode::Default).expect("the loop polls");
    let spent = began.elapsed();
    traveller.join().expect("the traveller");
    assert_eq!(trips.get(), TRIPS, "trips");
    measure::report(spent, TRIPS);
}
