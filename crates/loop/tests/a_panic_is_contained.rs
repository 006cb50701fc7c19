//! A panic in a job is reported to its completion and costs no thread. A panic in a callback goes through `run`, and
//! leaves the loop as usable as before.

mod journal;
mod millis;

use std::cell::RefCell;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use hexloop::mio::unix::pipe::{self, Receiver, Sender};
use hexloop::{
    AsyncHandle, CallbackKind, Check, CloseOrder, Handle, Interest, JobError, Loop, Observer, Phase, RunMode,
};
use hexloop::{Source, Timer, VirtualClock};
use journal::Journal;
use millis::ms;

#[test]
fn a_job_that_panics_reports_its_message() {
    let lp = Loop::builder().pool_size(1).build().unwrap();
    let journal = Journal::new();
    let noting = |journal: &Journal| {
        let journal = journal.clone();
        move |done: Result<(), JobError>| journal.note(done.unwrap_err().to_string())
    };
    lp.submit("text", || panic!("out of cheese"), noting(&journal));
    lp.submit("formatted", || panic!("error {}", 42), noting(&journal));
    lp.submit("value", || std::panic::panic_any(42), noting(&journal));
    lp.run(RunMode::Default).unwrap();
    let expected =
        ["the job panicked: out of cheese", "the job panicked: error 42", "the job panicked: a value that is not text"];
    assert_eq!(journal.take(), expected);
    lp.submit("next", || "fine", {
        let journal = journal.clone();
        move |done| journal.note(done.unwrap())
    });
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "fine");
    assert_eq!(lp.pool().started_threads(), 1, "the thread survived");
}

#[test]
fn a_value_that_panics_when_dropped_costs_no_thread() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }
    let lp = Loop::builder().pool_size(1).build().unwrap();
    let journal = Journal::new();
    let noting = |journal: &Journal| {
        let journal = journal.clone();
        move |done: Result<(), JobError>| journal.note(format!("{done:?}"))
    };
    let (release, gate) = std::sync::mpsc::channel::<()>();
    lp.submit("first", move || gate.recv().is_err(), |done| assert!(done.unwrap()));
    let bomb = Bomb;
    lp.submit("on the thread", move || drop(bomb), noting(&journal));
    let bomb = Bomb;
    let job = lp.submit("cancelled", move || std::mem::forget(bomb), noting(&journal));
    assert!(catch_unwind(AssertUnwindSafe(|| job.cancel())).is_err(), "cancelling drops it here");
    drop(release);
    lp.submit("last", || (), noting(&journal));
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take(), ["Err(Cancelled)", "Err(Panicked(\"dropped\"))", "Ok(())"]);
}

fn runs_with_a_panic(lp: &Loop) -> bool {
    catch_unwind(AssertUnwindSafe(|| lp.run(RunMode::Default).unwrap())).is_err()
}

#[test]
fn an_interval_that_panics_once_goes_on() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let timer = Rc::new_cyclic(|timer: &std::rc::Weak<Timer>| {
        let (timer, journal) = (timer.clone(), journal.clone());
        Timer::new(&lp, move || {
            journal.note("tick");
            match journal.len() {
                1 => panic!("in the first tick"),
                3 => timer.upgrade().unwrap().stop(),
                _ => {}
            }
        })
    });
    timer.start_repeating(ms(10), ms(10));
    assert!(runs_with_a_panic(&lp));
    assert!(timer.is_active() && lp.is_alive());
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!((journal.take_line().as_str(), lp.now()), ("tick tick tick", ms(30)));
}

#[test]
fn timers_and_messages_behind_the_one_that_panics_still_run() {
    let lp = Loop::builder().clock(VirtualClock::new()).build().unwrap();
    let journal = Journal::new();
    let postponed = Rc::new(Timer::new(&lp, journal.noting("postponed")));
    let starter = Timer::new(&lp, {
        let postponed = postponed.clone();
        move || postponed.start_at(ms(0))
    });
    let panicking = Timer::new(&lp, || panic!("in a timer"));
    let behind = Timer::new(&lp, journal.noting("behind"));
    starter.start(ms(5));
    panicking.start(ms(5));
    behind.start(ms(5));
    assert!(runs_with_a_panic(&lp));
    lp.proxy().post(|_| panic!("in a post"));
    let handle = AsyncHandle::new(&lp, journal.noting("async"));
    handle.notifier().notify();
    assert!(runs_with_a_panic(&lp));
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "postponed behind async");
}

#[test]
fn a_hook_that_panics_keeps_its_callback() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let check = Check::new(&lp, {
        let (lp, journal) = (lp.clone(), journal.clone());
        move || {
            journal.note("check");
            lp.stop();
            assert!(journal.len() > 1, "the first time");
        }
    });
    let idle = hexloop::Idle::without_callback(&lp);
    idle.start();
    check.start();
    assert!(runs_with_a_panic(&lp));
    assert!(lp.run(RunMode::Default).unwrap());
    assert_eq!(journal.take_line(), "check check");
}

/// Five pipes that are readable in one batch, and their sources. The first callback panics.
fn five_of_which_one_panics(lp: &Loop, journal: &Journal) -> (Vec<(Sender, Receiver)>, Vec<Source>) {
    let mut pipes: Vec<_> = (0..5).map(|_| pipe::new().unwrap()).collect();
    let watch = |(at, (sender, receiver)): (usize, &mut (Sender, Receiver))| {
        sender.write_all(b"x").unwrap();
        let journal = journal.clone();
        let on_ready = move |_| {
            journal.note(at.to_string());
            assert!(journal.len() > 1, "the first of them panics");
        };
        Source::register(lp, receiver, Interest::READABLE, on_ready).unwrap()
    };
    let sources = pipes.iter_mut().enumerate().map(watch).collect();
    (pipes, sources)
}

#[test]
fn the_rest_of_the_batch_is_delivered_by_the_next_run() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let (_pipes, sources) = five_of_which_one_panics(&lp, &journal);
    sources[1].set_low_priority();
    assert!(runs_with_a_panic(&lp));
    assert_eq!(journal.len(), 1);
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "0 2 3 4 1");
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.len(), 0, "each of them once");
}

#[test]
fn a_source_deregistered_after_the_panic_is_not_called() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let (mut pipes, mut sources) = five_of_which_one_panics(&lp, &journal);
    assert!(runs_with_a_panic(&lp));
    sources[3].deregister(&mut pipes[3].1).unwrap();
    drop(sources.remove(2));
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "0 1 4");
}

#[test]
fn sources_that_are_ready_when_a_post_panics_are_delivered_by_the_next_run() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    journal.note("post");
    let (_pipes, _sources) = five_of_which_one_panics(&lp, &journal);
    lp.proxy().post(|_| panic!("in a post"));
    assert!(runs_with_a_panic(&lp));
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "post 0 1 2 3 4");
}

#[derive(Clone, Default)]
struct Brackets(Rc<RefCell<(Vec<String>, usize)>>);

impl Brackets {
    fn open(&self, what: String) {
        self.0.borrow_mut().0.push(what);
    }

    fn close(&self, what: String) {
        let (open, closed) = &mut *self.0.borrow_mut();
        assert_eq!(open.pop(), Some(what));
        *closed += 1;
    }
}

impl Observer for Brackets {
    fn phase_entered(&self, phase: Phase) {
        self.open(format!("{phase:?}"));
    }
    fn phase_left(&self, phase: Phase) {
        self.close(format!("{phase:?}"));
    }
    fn callback_began(&self, kind: CallbackKind, id: u64) {
        self.open(format!("{kind:?} {id}"));
    }
    fn callback_ended(&self, kind: CallbackKind, id: u64) {
        self.close(format!("{kind:?} {id}"));
    }
    fn wait_began(&self, _at_most: Option<std::time::Duration>) {
        self.open("wait".to_owned());
    }
    fn wait_ended(&self) {
        self.close("wait".to_owned());
    }
}

#[test]
fn what_the_observer_saw_begin_it_sees_end() {
    let brackets = Brackets::default();
    let lp = Loop::builder().observer(brackets.clone()).build().unwrap();
    let balanced_after_a_panic = |what: &str| {
        let before = brackets.0.borrow().1;
        assert!(runs_with_a_panic(&lp), "{what}");
        let (open, closed) = &*brackets.0.borrow();
        assert!(open.is_empty() && *closed > before, "{what}: {open:?}");
    };
    let timer = Timer::new(&lp, || panic!("in a timer"));
    timer.start(ms(0));
    balanced_after_a_panic("timer");
    lp.defer(|| panic!("deferred"));
    balanced_after_a_panic("pending");
    lp.proxy().post(|_| panic!("posted"));
    let alive = lp.keep_alive();
    balanced_after_a_panic("post");
    lp.on_close(|| panic!("closed"));
    balanced_after_a_panic("close");
    lp.set_wait_guard(|| panic!("before the wait"), || ());
    balanced_after_a_panic("wait guard");
    drop(alive);
}

#[test]
fn the_wait_guard_stays_after_a_panic_of_its_own() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let alive = lp.keep_alive();
    let (proxy, mut is_first) = (lp.proxy(), true);
    let before = move || {
        assert!(!std::mem::take(&mut is_first), "the first time");
        proxy.post(|lp| lp.stop());
    };
    lp.set_wait_guard(before, journal.noting("after"));
    assert!(runs_with_a_panic(&lp));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "after");
    drop(alive);
}

#[test]
fn the_order_of_close_callbacks_is_the_same_after_a_panic() {
    let lp = Loop::builder().close_order(CloseOrder::NewestFirst).build().unwrap();
    let journal = Journal::new();
    for line in ["1", "2", "3"] {
        lp.on_close(journal.noting(line));
    }
    lp.on_close(|| panic!("the newest"));
    assert!(runs_with_a_panic(&lp));
    lp.on_close(journal.noting("4"));
    lp.on_close(|| panic!("the newest again"));
    assert!(runs_with_a_panic(&lp));
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "4 3 2 1");
}

#[test]
fn a_callback_that_closes_its_handle_and_panics_is_dropped() {
    let lp = Loop::new().unwrap();
    let owned = Rc::new(());
    let check = Rc::new_cyclic(|check: &std::rc::Weak<Check>| {
        let (check, owned) = (check.clone(), owned.clone());
        Check::new(&lp, move || {
            let _owned = &owned;
            check.upgrade().unwrap().close(|| ());
            panic!("after the close");
        })
    });
    check.start();
    let idle = hexloop::Idle::without_callback(&lp);
    idle.start();
    assert!(runs_with_a_panic(&lp));
    assert_eq!(Rc::strong_count(&owned), 1);
}
