//! The specification as the simplest possible implementation: lists that are searched from end to end.

use std::collections::VecDeque;

use crate::script::{Action, HookKind, HookName, Script, What};
use hexloop::RunMode;

/// Nanoseconds in a millisecond.
const MS: u64 = 1_000_000;

#[derive(Clone, Default)]
struct ModelTimer {
    /// Counts how often the timer was replaced by a new one.
    life: u64,
    armed: Option<(u64, u64)>,
    /// The callback of an interval is running, and nothing was done to it yet.
    firing: bool,
    repeat: u64,
    unreferenced: bool,
}

impl ModelTimer {
    fn is_active(&self) -> bool {
        self.armed.is_some() || self.firing
    }
}

#[derive(Clone, Default)]
struct ModelHook {
    started: Option<u64>,
    unreferenced: bool,
}

pub struct Model {
    script: Script,
    pub trace: Vec<String>,
    /// What the clock says, and what the loop last read.
    clock: u64,
    now: u64,
    timers: Vec<ModelTimer>,
    hooks: [Vec<ModelHook>; 3],
    pending: VecDeque<What>,
    remote: VecDeque<What>,
    closing: VecDeque<What>,
    order: u64,
    stopping: bool,
    running: bool,
    /// The entry rule is still to be applied.
    entry_rule: bool,
    pub turns: u64,
}

impl Model {
    pub fn new(script: Script, entry_rule: bool) -> Self {
        let timers = vec![ModelTimer::default(); script.timers()];
        let hooks = [(); 3].map(|()| vec![ModelHook::default(); script.hooks()]);
        Self {
            script,
            trace: Vec::new(),
            clock: 0,
            now: 0,
            timers,
            hooks,
            pending: VecDeque::new(),
            remote: VecDeque::new(),
            closing: VecDeque::new(),
            order: 0,
            stopping: false,
            running: false,
            entry_rule,
            turns: 0,
        }
    }

    pub fn is_alive(&self) -> bool {
        self.has_active_handle() || !self.pending.is_empty() || !self.closing.is_empty()
    }

    fn has_active_handle(&self) -> bool {
        let timers = self.timers.iter().any(|timer| timer.is_active() && !timer.unreferenced);
        let hooks = self.hooks.iter().flatten().any(|hook| hook.started.is_some() && !hook.unreferenced);
        timers || hooks
    }

    pub fn run(&mut self, mode: RunMode) -> bool {
        self.running = true;
        if mode != RunMode::NoWait && !self.stopping {
            self.enter();
        }
        if self.is_alive() && !self.stopping {
            self.timers_phase();
            loop {
                self.rest_of_turn(mode);
                let ends_without_timers = match mode {
                    RunMode::Default => self.stopping,
                    RunMode::NoWait => self.stopping || self.is_alive(),
                    _ => false,
                };
                if ends_without_timers {
                    break;
                }
                self.timers_phase();
                if mode != RunMode::Default || (!self.is_alive() && !self.stopping) {
                    break;
                }
            }
        }
        self.stopping = false;
        self.running = false;
        self.is_alive()
    }

    /// From when on a delay counts: the turn's time, or the very moment where there is no turn.
    fn starting_time(&mut self) -> u64 {
        if !self.running {
            self.now = self.clock;
        }
        self.now
    }

    fn enter(&mut self) {
        if !self.entry_rule || !self.is_alive() {
            return;
        }
        self.entry_rule = false;
        self.now = self.clock;
        let near = self.timers.iter().filter_map(|timer| timer.armed).filter(|(due, _)| *due <= self.now + MS);
        if let Some((due, _)) = near.max()
            && due > self.now
        {
            self.clock = due;
            self.now = due;
        }
    }

    fn timers_phase(&mut self) {
        self.now = self.clock;
        self.run_timers();
    }

    fn rest_of_turn(&mut self, mode: RunMode) {
        self.turns += 1;
        self.run_queue(|model| &mut model.pending);
        self.run_hooks(HookKind::Idle);
        self.run_hooks(HookKind::Prepare);
        self.poll(mode);
        self.run_hooks(HookKind::Check);
        self.run_queue(|model| &mut model.closing);
    }

    fn next_due(&self) -> Option<u64> {
        self.timers.iter().filter_map(|timer| timer.armed).min().map(|(due, _)| due)
    }

    fn run_timers(&mut self) {
        let (now, last_order) = (self.now, self.order);
        loop {
            let is_due = |(due, order): &(u64, u64)| *due <= now && *order <= last_order;
            let armed = self.timers.iter().enumerate();
            let due = armed.filter_map(|(at, timer)| timer.armed.filter(is_due).map(|key| (key, at))).min();
            let Some((_, at)) = due else { return };
            let timer = &mut self.timers[at];
            timer.armed = None;
            timer.firing = timer.repeat > 0;
            let life = timer.life;
            self.step(What::Timer(at));
            let timer = &mut self.timers[at];
            if timer.life == life && std::mem::take(&mut timer.firing) && timer.repeat > 0 {
                let due = self.now + timer.repeat;
                self.arm(at, due);
            }
        }
    }

    fn run_hooks(&mut self, kind: HookKind) {
        let hooks = self.hooks[kind as usize].iter().enumerate();
        let mut started: Vec<(u64, usize)> = hooks.filter_map(|(at, hook)| hook.started.map(|s| (s, at))).collect();
        started.sort_unstable();
        for (start, at) in started {
            if self.hooks[kind as usize][at].started == Some(start) {
                self.step(What::Hook(kind, at));
            }
        }
    }

    fn run_queue(&mut self, queue: fn(&mut Model) -> &mut VecDeque<What>) {
        for _ in 0..queue(self).len() {
            let what = queue(self).pop_front().expect("as long as it was");
            self.step(what);
        }
    }

    fn poll(&mut self, mode: RunMode) {
        let may_wait = mode != RunMode::NoWait
            && !self.stopping
            && self.hooks[HookKind::Idle as usize].iter().all(|hook| hook.started.is_none())
            && self.pending.is_empty()
            && self.closing.is_empty()
            && self.remote.is_empty()
            && self.has_active_handle();
        if may_wait
            && let Some(due) = self.next_due()
            && due > self.now
        {
            self.clock = self.clock.max(due);
            self.now = self.clock;
        }
        self.run_queue(|model| &mut model.remote);
    }

    fn arm(&mut self, at: usize, due: u64) {
        self.order += 1;
        let timer = &mut self.timers[at];
        timer.armed = Some((due, self.order));
        timer.firing = false;
    }

    pub fn step(&mut self, what: What) {
        self.trace.push(format!("{what:?} at {} alive {}", self.now, self.is_alive()));
        for action in self.script.actions_of_next_step() {
            self.act(action);
        }
    }

    pub fn act(&mut self, action: Action) {
        match action {
            Action::StartTimer { at, delay, repeat } => {
                self.timers[at].repeat = repeat * MS;
                let now = self.starting_time();
                self.arm(at, now + delay * MS);
            }
            Action::StartTimerAt { at, due } => {
                self.timers[at].repeat = 0;
                self.arm(at, due * MS);
            }
            Action::StopTimer(at) => self.stop_timer(at),
            Action::Again(at) => {
                let repeat = self.timers[at].repeat;
                if repeat > 0 {
                    let now = self.starting_time();
                    self.arm(at, now + repeat);
                }
            }
            Action::SetRepeat { at, repeat } => self.timers[at].repeat = repeat * MS,
            Action::ReferTimer { at, referenced } => self.timers[at].unreferenced = !referenced,
            Action::CloseTimer(at) => {
                self.renew_timer(at);
                self.closing.push_back(What::TimerClosed(at));
            }
            Action::DropTimer(at) => self.renew_timer(at),
            Action::StartHook(HookName(kind, at)) => {
                let hook = &mut self.hooks[kind as usize][at];
                if hook.started.is_none() {
                    self.order += 1;
                    hook.started = Some(self.order);
                }
            }
            Action::StopHook(HookName(kind, at)) => self.hooks[kind as usize][at].started = None,
            Action::ReferHook(HookName(kind, at), referenced) => {
                self.hooks[kind as usize][at].unreferenced = !referenced;
            }
            Action::CloseHook(HookName(kind, at)) => {
                self.hooks[kind as usize][at] = ModelHook::default();
                self.closing.push_back(What::HookClosed(kind, at));
            }
            Action::DropHook(HookName(kind, at)) => self.hooks[kind as usize][at] = ModelHook::default(),
            Action::Defer(tag) => self.pending.push_back(What::Deferred(tag)),
            Action::OnClose(tag) => self.closing.push_back(What::OnClose(tag)),
            Action::Post(tag) => self.remote.push_back(What::Posted(tag)),
            Action::Compute(ms) => self.clock += ms * MS,
            Action::UpdateNow => self.now = self.clock,
            Action::Stop => self.stopping = true,
            Action::StopEverything => {
                (0..self.timers.len()).for_each(|at| self.stop_timer(at));
                self.hooks.iter_mut().flatten().for_each(|hook| hook.started = None);
            }
        }
    }

    fn stop_timer(&mut self, at: usize) {
        self.timers[at].armed = None;
        self.timers[at].firing = false;
    }

    fn renew_timer(&mut self, at: usize) {
        let life = self.timers[at].life + 1;
        self.timers[at] = ModelTimer { life, ..ModelTimer::default() };
    }
}
