//! The numbers by which the writer of the log (lib/trace/log.js) and its readers refer to cells and rows. Both have them from here: the
//! writer gets them by name, with `binding('trace')`.

macro_rules! named {
    ($($(#[$doc:meta])* $name:ident = $number:literal,)+) => {
        $($(#[$doc])* pub const $name: usize = $number;)+
        /// All of them, by name.
        pub const ALL: &[(&str, usize)] = &[$((stringify!($name), $name)),+];
    };
}

/// Cells: numbers of which only the last value matters.
pub mod cell {
    named! {
        NOW = 0,
        TURN_BEGAN = 1,
        CURRENT = 2,
        /// How many numbers were written to the ring, including overwritten ones.
        POSITION = 3,
        /// The task that runs after the next submitted job; 0: none.
        REQUEST = 4,
        /// The label of that job, plus one; 0: unknown.
        JOB_LABEL = 5,
        /// When the last callback of the loop began.
        CALLBACK_BEGAN = 6,
        /// 1: callbacks are so frequent that the coarse clock is used for them.
        FLOOD = 7,
        /// The stack of the next message posted to another thread, plus one; 0: unknown.
        POST_STACK = 8,
        /// The number of the message that was received last; 0: it was not recorded.
        MESSAGE_ID = 9,
    }
}

/// Types of rows. The first number of a row is its type plus the kind of the task plus, in rows of a flood, `STEP` times a number.
pub mod row_type {
    named! {
        QUEUED = 32,
        RAN = 64,
        CANCELLED = 96,
        FLOOD_QUEUED = 128,
        FLOOD_AWAITED = 160,
        FLOOD_TIMER = 192,
        FLOOD_RAN = 224,
        FLOOD_CALLBACK = 256,
        TIMESTAMP = 288,
        TURN = 320,
        RUNNING = 352,
        RUN = 384,
        RUN_AWAITED = 416,
        /// Types and kinds are below this.
        STEP = 1024,
    }

    /// Kinds of tasks are below this.
    pub(crate) const KINDS: usize = 32;
    const _: () = assert!(crate::model::Kind::ALL.len() <= KINDS);
}
