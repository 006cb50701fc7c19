//! Another thread sends the loop a million messages, each with something to run, and wakes it for each.

#[path = "measure.rs"]
mod measure;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use hexloop::{Loop, RunMode};

const MESSAGES: usize = 1_000_000;

static RECEIVED: AtomicUsize = AtomicUsize::new(0);

/// What a message carries, as in C: a pointer to what it counts in.
fn count_one(received: &AtomicUsize, lp: &Loop) {
    // Only the loop's thread counts: no need for an atomic addition.
    let now = received.load(Relaxed) + 1;
    received.store(now, Relaxed);
    if now == MESSAGES {
        lp.stop();
    }
}

fn main() {
    let lp = Loop::new().expect("a loop");
    let proxy = lp.proxy();
    let more_to_come = lp.keep_alive();
    let began = Instant::now();
    let sender = std::thread::spawn(move || {
        for _ in 0..MESSAGES {
            let received = &RECEIVED;
            proxy.post(move |lp| count_one(received, lp));
        }
    });
    lp.run(RunMode::Default).expect("the loop polls");
    let spent = began.elapsed();
    sender.join().expect("the sender");
    drop(more_to_come);
    assert_eq!(RECEIVED.load(Relaxed), MESSAGES, "messages");
    measure::report(spent, MESSAGES);
}
