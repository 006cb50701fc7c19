//! The kinds of tasks, and the phases in which they run.

/// The kind of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    Main,
    Timeout,
    Interval,
    Immediate,
    Tick,
    Promise,
    Microtask,
    Io,
    Pool,
    Close,
    Signal,
    Message,
    Rejection,
    Exit,
    Finalizer,
}

impl Kind {
    pub const ALL: [Kind; 15] = [
        Kind::Main,
        Kind::Timeout,
        Kind::Interval,
        Kind::Immediate,
        Kind::Tick,
        Kind::Promise,
        Kind::Microtask,
        Kind::Io,
        Kind::Pool,
        Kind::Close,
        Kind::Signal,
        Kind::Message,
        Kind::Rejection,
        Kind::Exit,
        Kind::Finalizer,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Main => "main",
            Kind::Timeout => "timeout",
            Kind::Interval => "interval",
            Kind::Immediate => "immediate",
            Kind::Tick => "tick",
            Kind::Promise => "promise",
            Kind::Microtask => "microtask",
            Kind::Io => "io",
            Kind::Pool => "pool",
            Kind::Close => "close",
            Kind::Signal => "signal",
            Kind::Message => "message",
            Kind::Rejection => "rejection",
            Kind::Exit => "exit",
            Kind::Finalizer => "finalizer",
        }
    }

    pub fn from_number(number: usize) -> Option<Kind> {
        Kind::ALL.get(number).copied()
    }

    /// Runs between two callbacks of the loop, outside the phases.
    pub fn is_microtask(self) -> bool {
        matches!(self, Kind::Tick | Kind::Promise | Kind::Microtask | Kind::Rejection)
    }

    /// The index of the phase it runs in; -1 for none.
    pub fn phase(self) -> i32 {
        use hexloop::Phase;
        let phase = match self {
            Kind::Timeout | Kind::Interval => Phase::Timers,
            Kind::Immediate | Kind::Finalizer => Phase::Check,
            Kind::Io | Kind::Pool | Kind::Signal | Kind::Message => Phase::Poll,
            Kind::Close => Phase::Close,
            Kind::Main | Kind::Tick | Kind::Promise | Kind::Microtask | Kind::Rejection | Kind::Exit => return -1,
        };
        phase as i32
    }
}
