//! The observer: every callback with kind and id, every wait, every stage of a job.

mod journal;
mod millis;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use hexloop::{
    AsyncHandle, CallbackKind, Check, Handle, Idle, Interest, JobEvent, Loop, Observer, Phase, Prepare, RunMode,
    Source, Timer,
};
use journal::Journal;
use millis::ms;

struct Notes(Journal);

impl Observer for Notes {
    fn callback_began(&self, kind: CallbackKind, id: u64) {
        self.0.note(format!("+{kind:?} {id}"));
    }
    fn callback_ended(&self, kind: CallbackKind, id: u64) {
        self.0.note(format!("-{kind:?} {id}"));
    }
    fn wait_began(&self, at_most: Option<Duration>) {
        self.0.note(format!("+wait {}", at_most.is_some()));
    }
    fn wait_ended(&self) {
        self.0.note("-wait");
    }
}

#[test]
fn every_kind_of_callback_with_the_id_of_its_handle() {
    let journal = Journal::new();
    let lp = Loop::builder().observer(Notes(journal.clone())).build().unwrap();
    let (mut sender, mut receiver) = hexloop::mio::unix::pipe::new().unwrap();
    std::io::Write::write_all(&mut sender, b"x").unwrap();
    let timer = Timer::new(&lp, journal.noting("timer"));
    let idle = Idle::new(&lp, || ());
    let prepare = Prepare::new(&lp, || ());
    let source = Source::register(&lp, &mut receiver, Interest::READABLE, |_| ()).unwrap();
    let handle = AsyncHandle::new(&lp, || ());
    let check = Check::new(&lp, || ());
    timer.start(ms(0));
    idle.start();
    prepare.start();
    check.start();
    handle.notifier().notify();
    lp.proxy().post(|_| ());
    lp.defer(|| ());
    let closing = Timer::new(&lp, || ());
    closing.close(|| ());
    lp.run(RunMode::NoWait).unwrap();
    let ids = [timer.id(), idle.id(), prepare.id(), handle.id(), source.id(), check.id(), closing.id()];
    let lines = journal.take();
    let seen = |kind: &str| {
        let began = lines.iter().position(|line| line.starts_with(&format!("+{kind} "))).expect(kind);
        let ended = lines.iter().position(|line| line.starts_with(&format!("-{kind} "))).expect(kind);
        assert!(began < ended);
        lines[began].rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let kinds = ["Timer", "Idle", "Prepare", "Async", "Io", "Check", "Close"];
    assert_eq!(kinds.map(seen), ids);
    seen("Pending");
    seen("Post");
    let around = lines.iter().position(|line| line == "timer").unwrap();
    assert_eq!(lines[around - 1], format!("+Timer {}", timer.id()));
    assert_eq!(lines[around + 1], format!("-Timer {}", timer.id()));
    source.deregister(&mut receiver).unwrap();
}

#[test]
fn a_wait_begins_and_ends() {
    let journal = Journal::new();
    let lp = Loop::builder().observer(Notes(journal.clone())).build().unwrap();
    let timer = Timer::new(&lp, || ());
    timer.start(ms(3_600_000));
    let handle = AsyncHandle::new(&lp, || ());
    let notifier = handle.notifier();
    lp.set_wait_guard(move || notifier.notify(), || ());
    lp.run(RunMode::Once).unwrap();
    let id = handle.id();
    assert_eq!(journal.take(), ["+wait true", "-wait", &format!("+Async {id}"), &format!("-Async {id}")]);
}

#[derive(Clone, Default)]
struct JobEvents(Rc<RefCell<Vec<(&'static str, JobEvent)>>>);

impl Observer for JobEvents {
    fn job_queued(&self, job: JobEvent) {
        self.0.borrow_mut().push(("queued", job));
    }
    fn job_began(&self, job: JobEvent) {
        self.0.borrow_mut().push(("began", job));
    }
    fn job_ended(&self, job: JobEvent) {
        self.0.borrow_mut().push(("ended", job));
    }
}

#[test]
fn a_job_is_queued_begun_and_ended_on_its_thread() {
    let events = JobEvents::default();
    let lp = Loop::builder().observer(events.clone()).pool_size(1).build().unwrap();
    let job = lp.submit("hash", || (), |done| done.unwrap());
    lp.run(RunMode::Default).unwrap();
    let events = events.0.take();
    let stages: Vec<_> = events.iter().map(|(stage, job)| (*stage, job.kind, job.thread)).collect();
    assert_eq!(stages, [("queued", "hash", None), ("began", "hash", Some(0)), ("ended", "hash", Some(0))]);
    assert!(events.iter().all(|(_, event)| event.id == job.id()));
    assert!(events.windows(2).all(|pair| pair[0].1.at <= pair[1].1.at), "{events:?}");
}

#[test]
fn a_cancelled_job_ends_without_a_thread() {
    let events = JobEvents::default();
    let lp = Loop::builder().observer(events.clone()).pool_size(1).build().unwrap();
    let (release, gate) = std::sync::mpsc::channel::<()>();
    lp.submit("first", move || gate.recv().is_err(), |_| ());
    let job = lp.submit("second", || (), |_| ());
    assert!(job.cancel());
    drop(release);
    lp.run(RunMode::Default).unwrap();
    let of_second: Vec<_> = events.0.take().into_iter().filter(|(_, event)| event.kind == "second").collect();
    let stages: Vec<_> = of_second.iter().map(|(stage, event)| (*stage, event.thread)).collect();
    assert_eq!(stages, [("queued", None), ("ended", None)]);
}

#[test]
fn an_observer_can_come_and_go_while_the_loop_runs() {
    struct PhaseCount(Rc<RefCell<usize>>);
    impl Observer for PhaseCount {
        fn phase_entered(&self, _phase: Phase) {
            *self.0.borrow_mut() += 1;
        }
    }
    let lp = Loop::new().unwrap();
    let _alive = lp.keep_alive();
    let count = Rc::new(RefCell::new(0));
    lp.run(RunMode::NoWait).unwrap();
    lp.set_observer(Some(Rc::new(PhaseCount(count.clone()))));
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(*count.borrow(), 7);
    lp.defer({
        let lp = lp.clone();
        move || lp.set_observer(None)
    });
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(*count.borrow(), 9, "timers and pending were still seen");
}
