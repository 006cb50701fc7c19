'use strict';
// What the parser says of a message's head, as bits of one number.

module.exports = {
  // Shared with Rust as `http_head_flag` (build.rs).
  KEEP_ALIVE: 1,
  UPGRADE: 2,
  BODY: 4,
  COMPLETE: 8,          // the message is complete with its head
  EXPECT: 16,           // there is an Expect header
  HOST: 32,             // there is a Host header
  SAME_LINE: 64,        // the start line is that of the message before
  SAME_FIELDS: 128,     // and so are the headers
  MORE_EVENTS: 256,     // `next` has more events
  VERSION_SHIFT: 16,    // the version starts at this bit: ten times the major number plus the minor one
};
