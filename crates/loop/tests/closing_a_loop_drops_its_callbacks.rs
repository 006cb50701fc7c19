//! `Loop::close` drops every callback without running it; the loop is empty then, and can be used again.

mod millis;

use std::cell::RefCell;
use std::rc::Rc;

use hexloop::{Handle, Loop, RunMode, Timer, WeakLoop};
use millis::ms;

#[test]
fn a_loop_that_runs_is_not_closed() {
    let lp = Loop::new().unwrap();
    let seen = Rc::new(RefCell::new(None));
    lp.defer({
        let (weak, seen) = (lp.downgrade(), seen.clone());
        move || *seen.borrow_mut() = weak.upgrade().map(|lp| lp.close())
    });
    lp.run(RunMode::Default).unwrap();
    assert_eq!(*seen.borrow(), Some(false));
}

#[test]
fn what_is_added_while_callbacks_are_dropped_is_dropped_too() {
    struct Adds(WeakLoop, Rc<()>);
    impl Drop for Adds {
        fn drop(&mut self) {
            if let Some(lp) = self.0.upgrade() {
                let owned = self.1.clone();
                lp.defer(move || drop(owned));
            }
        }
    }
    let (lp, owned) = (Loop::new().unwrap(), Rc::new(()));
    let adds = Adds(lp.downgrade(), owned.clone());
    lp.on_close(move || drop(adds));
    assert!(lp.close());
    assert_eq!(Rc::strong_count(&owned), 1);
}

#[test]
fn a_closed_loop_can_be_used_again() {
    let lp = Loop::new().unwrap();
    let timer = Timer::new(&lp, || panic!("it was closed"));
    timer.start(ms(0));
    assert!(lp.close() && timer.is_closing() && !timer.is_active());
    timer.start(ms(0));
    let ran = Rc::new(());
    let again = Timer::new(&lp, {
        let mut ran = Some(ran.clone());
        move || drop(ran.take())
    });
    again.start(ms(1));
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(Rc::strong_count(&ran), 1);
    assert!(WeakLoop::new().upgrade().is_none());
}
