//! Ten million turns with one idle and one check callback: what the loop itself costs.

#[path = "measure.rs"]
mod measure;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use hexloop::{Check, Idle, Loop, RunMode};

const TURNS: usize = 10_000_000;

fn main() {
    let lp = Loop::new().expect("a loop");
    let turns = Rc::new(Cell::new(0));
    let idle = Idle::new(&lp, || ());
    let check = Check::new(&lp, {
        let (lp, turns) = (lp.clone(), turns.clone());
        move || {
            turns.set(turns.get() + 1);
            if turns.get() == TURNS {
                lp.stop();
            }
        }
    });
    idle.start();
    check.start();
    let began = Instant::now();
    lp.run(RunMode::Default).expect("the loop polls");
    let spent = began.elapsed();
    assert_eq!(turns.get(), TURNS, "turns");
    measure::report(spent, TURNS);
}
