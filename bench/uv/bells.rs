//! Another thread wakes the loop a million times with nothing to say: many wake-ups before the loop looks are one.

#[path = "measure.rs"]
mod measure;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use hexloop::{Bell, Loop, RunMode};

const RINGS: usize = 1_000_000;

fn main() {
    let lp = Loop::new().expect("a loop");
    let rung = Arc::new(AtomicUsize::new(0));
    let bell = Bell::new(&lp, {
        let (lp, rung) = (lp.clone(), rung.clone());
        move || {
            if rung.load(Relaxed) == RINGS {
                lp.stop();
            }
        }
    });
    let ringer = bell.ringer();
    let began = Instant::now();
    let thread = std::thread::spawn(move || {
        for count in 1..=RINGS {
            rung.store(count, Relaxed);
            ringer.ring();
        }
    });
    lp.run(RunMode::UntilDone);
    let spent = began.elapsed();
    thread.join().expect("the ringer");
    measure::report(spent, RINGS);
}
