'use strict';
// Numbers shared by Rust and JavaScript, so that scheduling needs no native call.

module.exports = {
  numbers: binding('loop').numbers,
  // Shared with Rust as `loop_state` (build.rs).
  IMMEDIATES: 0,          // how many are queued
  REFED_IMMEDIATES: 1,    // how many of them keep the loop alive
  NEXT_TIMER: 2,          // when the earliest timer list is due, on the loop's clock; 0: none
  REFED_TIMERS: 3,        // how many timers keep the loop alive
  TICKS: 4,               // 1: the tick queue is not empty
  MORE: 5,                // 1: the phase that is running has more to run
  CALLBACK_THREW: 6,      // 1: the callback threw: ticks and promise jobs wait for the next one, as in Node
  REJECTIONS: 7,          // 1: there are rejections to report when ticks and jobs are done
  TRACKED_REJECTIONS: 8,  // how many reported promises might still get a handler
  NOW: 9,                 // the loop's clock when the phase began
  CLOCK: 10,              // the clock as last read before the ticks of a timer ran
  PENDING_FINALIZERS: 11, // how many finalization registries have callbacks to run
};
