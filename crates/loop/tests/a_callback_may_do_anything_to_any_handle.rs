//! Callbacks start, stop, close and drop handles, their own too, and use the loop; nothing is borrowed meanwhile.

mod journal;
mod millis;

use std::cell::RefCell;
use std::rc::Rc;

use hexloop::{AsyncHandle, Check, Handle, Idle, Interest, Loop, Prepare, RunMode, Source, Timer, VirtualClock};
use journal::Journal;
use millis::ms;

/// Everything a callback could be tempted to do with the loop.
fn use_everything(lp: &Loop) {
    let timer = Timer::new(lp, || ());
    timer.start_repeating(ms(1), ms(1));
    timer.again();
    timer.unref();
    let check = Check::new(lp, || ());
    check.start();
    let idle = Idle::new(lp, || ());
    idle.start();
    let prepare = Prepare::new(lp, || ());
    prepare.start();
    let handle = AsyncHandle::new(lp, || ());
    handle.notifier().notify();
    let (_sender, mut receiver) = hexloop::mio::unix::pipe::new().unwrap();
    let source = Source::register(lp, &mut receiver, Interest::READABLE, |_| ()).unwrap();
    source.close(|| ());
    lp.proxy().post(|_| ());
    lp.submit("nothing", || (), |_| ());
    lp.run(RunMode::Default).unwrap();
    lp.update_now();
    let _ = (lp.is_alive(), lp.metrics(), lp.now_fresh());
    let shown = format!("{lp:?} {timer:?} {check:?} {idle:?} {prepare:?} {handle:?} {source:?} {:?}", lp.pool());
    assert!(shown.contains("Timer { id: ") && shown.contains("has_ref: false"), "{shown}");
    timer.close(|| ());
}

#[test]
fn every_kind_of_callback_may_use_the_whole_loop() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let doing = |name: &'static str| {
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            use_everything(&lp);
            journal.note(name);
        }
    };
    let timer = Timer::new(&lp, doing("timer"));
    timer.start(ms(0));
    lp.defer(doing("pending"));
    let idle = Idle::new(&lp, doing("idle"));
    idle.start();
    let prepare = Prepare::new(&lp, doing("prepare"));
    prepare.start();
    let handle = AsyncHandle::new(&lp, doing("async"));
    handle.notifier().notify();
    let check = Check::new(&lp, doing("check"));
    check.start();
    lp.on_close(doing("close"));
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "timer pending idle prepare async check close");
}

/// A handle in a place from which its own callback can take it.
type Place<H> = Rc<RefCell<Option<H>>>;

fn drops_itself<H: 'static>(make: impl FnOnce(Box<dyn FnMut()>) -> H, start: impl FnOnce(&H)) -> Rc<()> {
    let place: Place<H> = Rc::default();
    let owned = Rc::new(());
    let callback = {
        let (place, owned) = (place.clone(), owned.clone());
        Box::new(move || {
            drop(place.borrow_mut().take().expect("the first and only call"));
            assert_eq!(Rc::strong_count(&owned), 2, "the callback is not dropped under its own feet");
        })
    };
    *place.borrow_mut() = Some(make(callback));
    start(place.borrow().as_ref().unwrap());
    owned
}

#[test]
fn every_kind_of_handle_may_be_dropped_by_its_own_callback() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let _alive = lp.keep_alive();
    let owned = [
        drops_itself(|callback| Timer::new(&lp, callback), |timer| timer.start_repeating(ms(0), ms(5))),
        drops_itself(|callback| Idle::new(&lp, callback), Idle::start),
        drops_itself(|callback| Prepare::new(&lp, callback), Prepare::start),
        drops_itself(|callback| Check::new(&lp, callback), Check::start),
        drops_itself(|callback| AsyncHandle::new(&lp, callback), |handle| handle.notifier().notify()),
    ];
    for _ in 0..3 {
        lp.run(RunMode::NoWait).unwrap();
    }
    assert!(owned.iter().all(|owned| Rc::strong_count(owned) == 1), "every callback ran once and was let go of");
}

#[test]
fn a_timer_dropped_by_its_callback_does_not_touch_the_next_in_its_place() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let place: Place<Timer> = Rc::default();
    let timer = Timer::new(&lp, {
        let (lp, journal, place) = (lp.clone(), journal.clone(), place.clone());
        move || {
            journal.note("old");
            // The new timer takes over the slot of the old one, whose callback is still running.
            drop(place.borrow_mut().take());
            let new = Timer::new(&lp, journal.noting("new"));
            new.start(ms(3));
            *place.borrow_mut() = Some(new);
        }
    });
    timer.start_repeating(ms(1), ms(1));
    *place.borrow_mut() = Some(timer);
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "old new");
    assert_eq!(lp.now(), ms(4));
}

#[test]
fn what_a_callback_owns_may_use_the_loop_when_it_is_dropped() {
    struct StartsOnDrop(Rc<Timer>);
    impl Drop for StartsOnDrop {
        fn drop(&mut self) {
            self.0.start(ms(1));
        }
    }
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let started = Rc::new(Timer::new(&lp, journal.noting("started")));
    let owner = |started: &Rc<Timer>| {
        let owned = StartsOnDrop(started.clone());
        move || assert!(owned.0.is_active() || !owned.0.is_active())
    };
    drop(Timer::new(&lp, owner(&started)));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "started");
    let closed = Timer::new(&lp, owner(&started));
    closed.close(|| ());
    drop(Check::new(&lp, owner(&started)));
    drop(AsyncHandle::new(&lp, owner(&started)));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "started");
}

#[test]
fn a_dropped_loop_drops_everything() {
    let owned = Rc::new(());
    let owner = || {
        let owned = owned.clone();
        move || drop(owned.clone())
    };
    let lp = Loop::new().unwrap();
    lp.defer(owner());
    lp.on_close(owner());
    lp.submit("forgotten", || (), {
        let owned = owned.clone();
        move |_| drop(owned)
    });
    let timer = Timer::new(&lp, owner());
    timer.start_repeating(ms(1), ms(1));
    drop(lp);
    assert!(Rc::strong_count(&owned) > 1, "a handle keeps its loop");
    drop(timer);
    assert_eq!(Rc::strong_count(&owned), 1);
}
