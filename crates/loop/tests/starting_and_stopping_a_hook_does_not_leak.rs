//! A hook that is started and stopped again and again leaves nothing behind, whether others are active, whether the loop
//! runs, and in whatever order that happens.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::rc::Rc;

use hexloop::{Check, Idle, Loop, RunMode};

struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is left to the system's allocator; a counter without a destructor is all that is added.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.set(HELD.get().wrapping_add(layout.size()));
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        HELD.set(HELD.get().wrapping_sub(layout.size()));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const PAIRS: usize = 100_000;
const SOME: usize = 4096;

fn start_and_stop(hooks: &[Rc<Check>]) {
    let [one, two] = hooks else { panic!("two hooks") };
    for _ in 0..PAIRS {
        one.start();
        one.stop();
    }
    // One of them is always active.
    one.start();
    for _ in 0..PAIRS {
        two.start();
        one.stop();
        one.start();
        two.stop();
    }
    one.stop();
}

#[test]
fn outside_of_a_run() {
    let lp = Loop::new().unwrap();
    let hooks = [Rc::new(Check::new(&lp, || ())), Rc::new(Check::new(&lp, || ()))];
    let before = HELD.get();
    start_and_stop(&hooks);
    assert!(HELD.get() - before < SOME, "{} bytes", HELD.get() - before);
}

#[test]
fn inside_of_the_phase_that_walks_the_list() {
    let lp = Loop::new().unwrap();
    let idle = Idle::without_callback(&lp);
    idle.start();
    let ran = Rc::new(Cell::new(0));
    let hooks = [(); 2].map(|()| {
        let ran = ran.clone();
        Rc::new(Check::new(&lp, move || ran.set(ran.get() + 1)))
    });
    let before = HELD.get();
    let grown = Rc::new(Cell::new(usize::MAX));
    let walking = Check::new(&lp, {
        let (hooks, grown) = (hooks.clone(), grown.clone());
        move || {
            start_and_stop(&hooks);
            hooks[0].start();
            grown.set(HELD.get() - before);
        }
    });
    walking.start();
    lp.run(RunMode::NoWait).unwrap();
    assert!(grown.get() < SOME, "{} bytes", grown.get());
    assert_eq!(ran.get(), 0, "what the phase starts waits for the next turn");
    walking.stop();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(ran.get(), 1);
}
