//! Indices of the numbers shared between JavaScript and Rust (`lib/loop/state.js`).

use crate::shared_constants::loop_state;

macro_rules! indices {
    ($($name:ident)*) => { $(pub const $name: usize = loop_state::$name as usize;)* };
}

indices! {
    IMMEDIATES REFED_IMMEDIATES NEXT_TIMER REFED_TIMERS TICKS MORE CALLBACK_THREW REJECTIONS TRACKED_REJECTIONS NOW CLOCK PENDING_FINALIZERS
}

pub const COUNT: usize = 16;
