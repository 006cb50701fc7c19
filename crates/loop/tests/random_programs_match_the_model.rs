//! Two hundred random programs of a thousand steps and more run on the loop and on a naive model of the
//! specification, and every callback must come in the same order, at the same time, with the same `alive`.
//! Together they make several hundred thousand operations; the seed of a failing program is in the message.

mod millis;
mod model;
mod script;

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use hexloop::{Check, Handle, Idle, Loop, Prepare, RunMode, Timer, VirtualClock};
use millis::ms;
use model::Model;
use script::{Action, HEARTBEAT, HookKind, HookName, Script, What};

const PROGRAMS: u64 = 200;
const STEPS: usize = 1200;

/// The three hook types behind one face.
enum Hook {
    Idle(Idle),
    Prepare(Prepare),
    Check(Check),
}

impl Hook {
    fn new(lp: &Loop, kind: HookKind, callback: impl FnMut() + 'static) -> Self {
        match kind {
            HookKind::Idle => Hook::Idle(Idle::new(lp, callback)),
            HookKind::Prepare => Hook::Prepare(Prepare::new(lp, callback)),
            HookKind::Check => Hook::Check(Check::new(lp, callback)),
        }
    }

    fn start(&self) {
        match self {
            Hook::Idle(hook) => hook.start(),
            Hook::Prepare(hook) => hook.start(),
            Hook::Check(hook) => hook.start(),
        }
    }

    fn stop(&self) {
        match self {
            Hook::Idle(hook) => hook.stop(),
            Hook::Prepare(hook) => hook.stop(),
            Hook::Check(hook) => hook.stop(),
        }
    }

    fn close(&self, callback: impl FnOnce() + 'static) {
        match self {
            Hook::Idle(hook) => hook.close(callback),
            Hook::Prepare(hook) => hook.close(callback),
            Hook::Check(hook) => hook.close(callback),
        }
    }

    fn refer(&self, referenced: bool) {
        match self {
            Hook::Idle(hook) => refer(hook, referenced),
            Hook::Prepare(hook) => refer(hook, referenced),
            Hook::Check(hook) => refer(hook, referenced),
        }
    }
}

fn refer(handle: &impl Handle, referenced: bool) {
    if referenced { handle.ref_() } else { handle.unref() }
}

/// The program on the real loop.
struct Program {
    lp: Loop,
    clock: VirtualClock,
    script: RefCell<Script>,
    trace: RefCell<Vec<String>>,
    timers: RefCell<Vec<Timer>>,
    hooks: RefCell<[Vec<Hook>; 3]>,
}

impl Program {
    fn new(script: Script, entry_rule: bool) -> Rc<Self> {
        let clock = VirtualClock::new();
        let lp = Loop::builder().clock(clock.clone()).entry_rule(entry_rule).build().expect("a loop");
        let (timers, hooks) = (script.timers(), script.hooks());
        let program = Rc::new(Self {
            lp,
            clock,
            script: RefCell::new(script),
            trace: RefCell::default(),
            timers: RefCell::default(),
            hooks: RefCell::default(),
        });
        *program.timers.borrow_mut() = (0..timers).map(|at| program.new_timer(at)).collect();
        for kind in script::HOOK_KINDS {
            program.hooks.borrow_mut()[kind as usize] = (0..hooks).map(|at| program.new_hook(kind, at)).collect();
        }
        program
    }

    fn stepping(self: &Rc<Self>, what: What) -> impl Fn() + 'static {
        let program: Weak<Self> = Rc::downgrade(self);
        move || program.upgrade().expect("outlives its handles").step(what)
    }

    fn new_timer(self: &Rc<Self>, at: usize) -> Timer {
        Timer::new(&self.lp, self.stepping(What::Timer(at)))
    }

    fn new_hook(self: &Rc<Self>, kind: HookKind, at: usize) -> Hook {
        Hook::new(&self.lp, kind, self.stepping(What::Hook(kind, at)))
    }

    fn step(self: &Rc<Self>, what: What) {
        let line = format!("{what:?} at {} alive {}", self.lp.now_ns(), self.lp.is_alive());
        self.trace.borrow_mut().push(line);
        let actions = self.script.borrow_mut().actions_of_next_step();
        for action in actions {
            self.act(action);
        }
    }

    fn act(self: &Rc<Self>, action: Action) {
        match action {
            Action::StartTimer { at, delay, repeat } => self.timers.borrow()[at].start_repeating(ms(delay), ms(repeat)),
            Action::StartTimerAt { at, due } => self.timers.borrow()[at].start_at(ms(due)),
            Action::StopTimer(at) => self.timers.borrow()[at].stop(),
            Action::Again(at) => drop(self.timers.borrow()[at].again()),
            Action::SetRepeat { at, repeat } => self.timers.borrow()[at].set_repeat(ms(repeat)),
            Action::ReferTimer { at, referenced } => refer(&self.timers.borrow()[at], referenced),
            Action::CloseTimer(at) => {
                self.timers.borrow()[at].close(self.stepping(What::TimerClosed(at)));
                self.timers.borrow_mut()[at] = self.new_timer(at);
            }
            Action::DropTimer(at) => self.timers.borrow_mut()[at] = self.new_timer(at),
            Action::StartHook(HookName(kind, at)) => self.hooks.borrow()[kind as usize][at].start(),
            Action::StopHook(HookName(kind, at)) => self.hooks.borrow()[kind as usize][at].stop(),
            Action::ReferHook(HookName(kind, at), referenced) => {
                self.hooks.borrow()[kind as usize][at].refer(referenced);
            }
            Action::CloseHook(HookName(kind, at)) => {
                self.hooks.borrow()[kind as usize][at].close(self.stepping(What::HookClosed(kind, at)));
                self.hooks.borrow_mut()[kind as usize][at] = self.new_hook(kind, at);
            }
            Action::DropHook(HookName(kind, at)) => {
                self.hooks.borrow_mut()[kind as usize][at] = self.new_hook(kind, at);
            }
            Action::Defer(tag) => self.lp.defer(self.stepping(What::Deferred(tag))),
            Action::OnClose(tag) => self.lp.on_close(self.stepping(What::OnClose(tag))),
            Action::Post(tag) => self.post(tag),
            Action::Compute(time) => self.clock.advance(ms(time)),
            Action::UpdateNow => self.lp.update_now(),
            Action::Stop => self.lp.stop(),
            Action::StopEverything => {
                self.timers.borrow().iter().for_each(Timer::stop);
                self.hooks.borrow().iter().flatten().for_each(Hook::stop);
            }
        }
    }

    /// A posted closure must be `Send`; it finds the program through the thread that runs it.
    fn post(self: &Rc<Self>, tag: u64) {
        thread_local!(static CURRENT: RefCell<Weak<Program>> = const { RefCell::new(Weak::new()) });
        CURRENT.replace(Rc::downgrade(self));
        let posted = self.lp.proxy().post(move |_| {
            let program = CURRENT.with_borrow(Weak::upgrade).expect("the program that posted it");
            program.step(What::Posted(tag));
        });
        assert!(posted);
    }
}

/// Runs one program on both and compares; returns how many operations it made.
fn run(seed: u64) -> usize {
    let script = Script::new(seed, STEPS);
    let entry_rule = seed.is_multiple_of(2);
    let program = Program::new(script.clone(), entry_rule);
    let mut model = Model::new(script, entry_rule);
    let mut modes = Script::new(seed ^ 0x5eed, usize::MAX);

    for action in [
        Action::StartTimer { at: HEARTBEAT, delay: 50, repeat: 50 },
        Action::ReferTimer { at: HEARTBEAT, referenced: false },
    ] {
        program.act(action);
        model.act(action);
    }
    loop {
        program.step(What::Outside);
        model.step(What::Outside);
        let is_last = program.script.borrow().is_over();
        let mode = if is_last {
            RunMode::Default
        } else {
            [RunMode::Default, RunMode::Once, RunMode::NoWait][modes.random(3) as usize]
        };
        let alive = (program.lp.run(mode).unwrap(), model.run(mode));
        compare(seed, &program.trace.borrow(), &model.trace);
        assert_eq!(alive.0, alive.1, "alive after {mode:?} of program {seed}");
        if is_last {
            break;
        }
    }
    assert_eq!(program.lp.metrics().loop_count, model.turns, "turns of program {seed}");
    program.script.borrow().actions
}

fn compare(seed: u64, loop_trace: &[String], model_trace: &[String]) {
    let differs = loop_trace.iter().zip(model_trace).position(|(got, expected)| got != expected);
    let at = differs.or((loop_trace.len() != model_trace.len()).then(|| loop_trace.len().min(model_trace.len())));
    if let Some(at) = at {
        let near = at.saturating_sub(5);
        let excerpt = |trace: &[String]| trace[near.min(trace.len())..(at + 2).min(trace.len())].join("\n  ");
        let (got, expected) = (excerpt(loop_trace), excerpt(model_trace));
        panic!("program {seed}, step {at}\nthe loop:\n  {got}\nthe model:\n  {expected}");
    }
}

#[test]
fn random_programs_match_the_model() {
    let operations: usize = (1..=PROGRAMS).map(run).sum();
    assert!(operations >= 100_000, "only {operations} operations");
}
