//! The poll timeout: 0 if the loop is stopping, nothing is alive, an idle hook is active, something is pending or
//! closing; else until the next timer; else for ever.

mod millis;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use hexloop::{AsyncHandle, Handle, Idle, Loop, Observer, RunMode, Timer};
use millis::ms;

/// The waits that the observer saw.
#[derive(Clone, Default)]
struct Waits(Rc<RefCell<Vec<Option<Duration>>>>);

impl Observer for Waits {
    fn wait_began(&self, at_most: Option<Duration>) {
        self.0.borrow_mut().push(at_most);
    }
}

fn watched_loop() -> (Loop, Waits) {
    let waits = Waits::default();
    let lp = Loop::builder().observer(waits.clone()).build().unwrap();
    (lp, waits)
}

#[test]
fn an_idle_hook_keeps_poll_from_waiting() {
    let (lp, waits) = watched_loop();
    let timer = Timer::new(&lp, || ());
    timer.start(ms(1_000_000));
    let idle = Idle::without_callback(&lp);
    idle.start();
    idle.unref();
    assert!(lp.run(RunMode::Once).unwrap());
    assert_eq!(waits.0.take(), []);
}

#[test]
fn something_pending_or_closing_keeps_poll_from_waiting() {
    let (lp, waits) = watched_loop();
    let _alive = lp.keep_alive();
    lp.on_close(|| ());
    lp.run(RunMode::Once).unwrap();
    // Deferred in the timers phase of that turn would run before poll; deferred after it waits.
    let prepare = hexloop::Prepare::new(&lp, {
        let lp = lp.clone();
        move || lp.defer(|| ())
    });
    prepare.start();
    lp.run(RunMode::Once).unwrap();
    assert_eq!(waits.0.take(), []);
}

#[test]
fn a_stopping_loop_does_not_wait() {
    let (lp, waits) = watched_loop();
    let _alive = lp.keep_alive();
    lp.defer({
        let lp = lp.clone();
        move || lp.stop()
    });
    assert!(lp.run(RunMode::Default).unwrap());
    assert_eq!(waits.0.take(), []);
}

#[test]
fn a_loop_with_nothing_alive_does_not_wait() {
    let (lp, waits) = watched_loop();
    let timer = Timer::new(&lp, || ());
    timer.start(ms(1_000_000));
    timer.unref();
    lp.defer(|| ());
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(waits.0.take(), []);
}

#[test]
fn mail_keeps_poll_from_waiting() {
    let (lp, waits) = watched_loop();
    let handle = AsyncHandle::new(&lp, || ());
    handle.notifier().notify();
    assert!(lp.run(RunMode::Once).unwrap());
    assert_eq!(waits.0.take(), []);
}

#[test]
fn it_waits_for_the_next_timer_and_not_longer() {
    let (lp, waits) = watched_loop();
    let [first, second] = [(); 2].map(|()| Timer::new(&lp, || ()));
    second.start(ms(7_200_000));
    first.start(ms(3_600_000));
    // Not for an hour, though: poll is woken as soon as it has said how long it would wait.
    let handle = AsyncHandle::new(&lp, || ());
    let notifier = handle.notifier();
    lp.set_wait_guard(move || notifier.notify(), || ());
    lp.run(RunMode::Once).unwrap();
    let waits = waits.0.take();
    let [Some(wait)] = waits[..] else { panic!("{waits:?}") };
    assert!(wait <= Duration::from_secs(3600) && wait > Duration::from_secs(3000), "{wait:?}");
}

#[test]
fn with_no_timer_it_waits_for_ever() {
    let (lp, waits) = watched_loop();
    let handle = Rc::new_cyclic(|handle: &std::rc::Weak<AsyncHandle>| {
        let handle = handle.clone();
        AsyncHandle::new(&lp, move || handle.upgrade().unwrap().close(|| ()))
    });
    let notifier = handle.notifier();
    // Notifies only once poll has said that it goes to sleep.
    let (asleep, fell_asleep) = std::sync::mpsc::channel();
    lp.set_wait_guard(move || asleep.send(()).unwrap(), || ());
    let thread = std::thread::spawn(move || {
        fell_asleep.recv().unwrap();
        notifier.notify();
    });
    assert!(!lp.run(RunMode::Default).unwrap());
    thread.join().unwrap();
    assert_eq!(waits.0.take(), [None]);
}
