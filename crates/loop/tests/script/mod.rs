//! Random programs: what each callback does when it runs, decided by a seed and by how many ran before it.

/// Timer 0 is the heartbeat: an unreferenced interval that no action touches, so that the loop never waits for ever.
pub const HEARTBEAT: usize = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookKind {
    Idle,
    Prepare,
    Check,
}

pub const HOOK_KINDS: [HookKind; 3] = [HookKind::Idle, HookKind::Prepare, HookKind::Check];

#[derive(Clone, Copy, Debug)]
pub struct HookName(pub HookKind, pub usize);

#[derive(Clone, Copy, Debug)]
pub enum Action {
    StartTimer { at: usize, delay: u64, repeat: u64 },
    StartTimerAt { at: usize, due: u64 },
    StopTimer(usize),
    Again(usize),
    SetRepeat { at: usize, repeat: u64 },
    ReferTimer { at: usize, referenced: bool },
    CloseTimer(usize),
    DropTimer(usize),
    StartHook(HookName),
    StopHook(HookName),
    ReferHook(HookName, bool),
    CloseHook(HookName),
    DropHook(HookName),
    Defer(u64),
    OnClose(u64),
    Post(u64),
    Compute(u64),
    UpdateNow,
    Stop,
    StopEverything,
}

/// What ran. Traces are compared by what `Debug` says.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug)]
pub enum What {
    Timer(usize),
    TimerClosed(usize),
    Hook(HookKind, usize),
    HookClosed(HookKind, usize),
    Deferred(u64),
    OnClose(u64),
    Posted(u64),
    /// The code between two runs.
    Outside,
}

#[derive(Clone)]
pub struct Script {
    random: u64,
    steps_left: usize,
    /// How many actions were given out.
    pub actions: usize,
    tag: u64,
}

impl Script {
    pub fn new(seed: u64, steps: usize) -> Self {
        Self { random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, steps_left: steps, actions: 0, tag: 0 }
    }

    pub fn timers(&self) -> usize {
        12
    }

    pub fn hooks(&self) -> usize {
        3
    }

    pub fn is_over(&self) -> bool {
        self.steps_left == 0
    }

    /// xorshift64*.
    pub fn random(&mut self, below: u64) -> u64 {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        (self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % below
    }

    /// What the next callback does: at the end of the script, nothing but to stop everything.
    pub fn actions_of_next_step(&mut self) -> Vec<Action> {
        if self.is_over() {
            return vec![Action::StopEverything];
        }
        self.steps_left -= 1;
        let count = self.random(5) as usize;
        self.actions += count;
        (0..count).map(|_| self.action()).collect()
    }

    fn action(&mut self) -> Action {
        let at = HEARTBEAT + 1 + self.random(self.timers() as u64 - 1) as usize;
        let kind = HOOK_KINDS[self.random(3) as usize];
        let hook = HookName(kind, self.random(self.hooks() as u64) as usize);
        match self.random(100) {
            // Few different delays, so that many are due together.
            0..=29 => {
                Action::StartTimer { at, delay: self.random(6), repeat: [0, 0, 0, 1, 3][self.random(5) as usize] }
            }
            30..=33 => Action::StartTimerAt { at, due: self.random(2000) },
            34..=41 => Action::StopTimer(at),
            42..=44 => Action::Again(at),
            45..=46 => Action::SetRepeat { at, repeat: self.random(3) },
            47..=49 => Action::ReferTimer { at, referenced: self.random(2) == 0 },
            50..=53 => Action::CloseTimer(at),
            54..=55 => Action::DropTimer(at),
            56..=61 => Action::StartHook(hook),
            62..=71 => Action::StopHook(hook),
            72..=74 => Action::ReferHook(hook, self.random(2) == 0),
            75..=77 => Action::CloseHook(hook),
            78..=79 => Action::DropHook(hook),
            80..=84 => Action::Defer(self.next_tag()),
            85..=88 => Action::OnClose(self.next_tag()),
            89..=92 => Action::Post(self.next_tag()),
            93..=96 => Action::Compute(self.random(4)),
            97 => Action::UpdateNow,
            _ => Action::Stop,
        }
    }

    fn next_tag(&mut self) -> u64 {
        self.tag += 1;
        self.tag
    }
}
