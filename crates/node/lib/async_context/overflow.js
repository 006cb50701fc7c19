'use strict';
// A stack that overflows in a hook, as one does that makes promises when it hears of promises: as in Node, the event is lost and the program
// goes on.

// With V8's message, or the engine's own.
const isStackOverflow = (error) => error instanceof RangeError &&
  (error.message === 'Maximum call stack size exceeded' || error.message === 'Maximum call stack size exceeded.');

module.exports = { isStackOverflow };
