//! If the engine's own trap is found in one VM it is found in all: stale bytes in reused memory do not matter.

mod support;

use hexloop_engine::{Capability, Context, Watchdog};
use std::thread;
use support::lacks;

fn terminates_waits() -> bool {
    let context = Context::new();
    let terminates_waits = Watchdog::new(context.vm(), None).expect("this engine has a time limit").terminates_waits();
    // Leaves used memory behind.
    context
        .cx()
        .evaluate("Array.from({ length: 5000 }, (_, i) => ({ i, text: `${i}` })).map(JSON.stringify).join()", "", 1)
        .unwrap();
    terminates_waits
}

#[test]
fn the_layout_detected_in_one_vm_holds_for_all() {
    if lacks(Capability::SyncWaiter) {
        return;
    }
    let first = terminates_waits();
    for round in 0..60 {
        let threads: Vec<_> = (0..4).map(|_| thread::spawn(terminates_waits)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), first, "round {round}");
        }
    }
}
