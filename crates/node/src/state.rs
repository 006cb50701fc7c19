//! Numbers shared between JavaScript and Rust; `lib/loop/state.js` has the same list, in the same order.

pub const IMMEDIATES: usize = 0;
pub const REFED_IMMEDIATES: usize = 1;
pub const NEXT_TIMER: usize = 2;
pub const REFED_TIMERS: usize = 3;
pub const TICKS: usize = 4;
pub const MORE: usize = 5;
pub const FAILED: usize = 6;
pub const REJECTIONS: usize = 7;
pub const WATCHED: usize = 8;
pub const NOW: usize = 9;
pub const CLOCK: usize = 10;
pub const FINALIZED: usize = 11;
pub const COUNT: usize = 16;
