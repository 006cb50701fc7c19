//! Another thread sends the loop a million messages, each with something to run, and wakes it for each.

#[path = "measure.rs"]
mod measure;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use hexloop::{Loop, RunMode};

const MESSAGES: usize = 1_000_000;

fn main() {
    let lp = Loop::new().expect("a loop");
    let received = Arc::new(AtomicUsize::new(0));
    let remote = lp.remote();
    let more_to_come = lp.keep_alive();
    let began = Instant::now();
    let sender = std::thread::spawn({
        let received = received.clone();
        move || {
            for _ in 0..MESSAGES {
                let received = received.clone();
                remote.post(move |lp| {
                    // Only the loop's thread counts: no need for an atomic addition.
                    let now = received.load(Relaxed) + 1;
                    received.store(now, Relaxed);
                    if now == MESSAGES {
                        lp.stop();
                    }
                });
            }
        }
    });
    lp.run(RunMode::UntilDone);
    let spent = began.elapsed();
    sender.join().expect("the sender");
    drop(more_to_come);
    assert_eq!(received.load(Relaxed), MESSAGES, "messages");
    measure::report(spent, MESSAGES);
}
