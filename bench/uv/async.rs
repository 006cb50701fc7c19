//! Another thread wakes the loop a million times without a message: wake-ups before the next poll are coalesced.

#[path = "measure.rs"]
mod measure;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use hexloop::{AsyncHandle, Loop, RunMode};

const NOTIFICATIONS: usize = 1_000_000;

fn main() {
    let lp = Loop::new().expect("a loop");
    let notified = Arc::new(AtomicUsize::new(0));
    let handle = AsyncHandle::new(&lp, {
        let (lp, notified) = (lp.clone(), notified.clone());
        move || {
            if notified.load(Relaxed) == NOTIFICATIONS {
                lp.stop();
            }
        }
    });
    let notifier = handle.notifier();
    let began = Instant::now();
    let thread = std::thread::spawn(move || {
        for count in 1..=NOTIFICATIONS {
            notified.store(count, Relaxed);
            notifier.notify();
        }
    });
    lp.run(RunMode::Default).expect("the loop polls");
    let spent = began.elapsed();
    thread.join().expect("the notifying thread");
    measure::report(spent, NOTIFICATIONS);
}
