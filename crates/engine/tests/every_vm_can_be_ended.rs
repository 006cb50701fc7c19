//! Where the engine's own trap is found for one VM it is found for all: a VM is recognised whatever its memory was used for before.

mod ways;

use hexloop_engine::{Capability, Context, Watchdog};
use std::thread;
use ways::lacks;

fn ends_waits() -> bool {
    let context = Context::new();
    let ends_waits = Watchdog::new(context.vm(), None).expect("this engine has a time limit").ends_waits();
    // Leaves used memory behind.
    context
        .cx()
        .evaluate("Array.from({ length: 5000 }, (_, i) => ({ i, text: `${i}` })).map(JSON.stringify).join()", "", 1)
        .unwrap();
    ends_waits
}

#[test]
fn what_one_vm_teaches_holds_for_all() {
    if lacks(Capability::SyncWaiter) {
        return;
    }
    let first = ends_waits();
    for round in 0..60 {
        let threads: Vec<_> = (0..4).map(|_| thread::spawn(ends_waits)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), first, "round {round}");
        }
    }
}
