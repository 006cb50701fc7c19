'use strict';
// --trace-exit: where the program ended itself, with process.exit() or process.reallyExit().

const globals = require('globals');
const { regexpTest, stringIndexOf } = require('core/intrinsics');
const { isIn, sliceOf } = require('core/safe/lists');
const { captureStackTrace } = require('core/stack');

// From the options of the process, like http/limits.js.
const isOn = () => isIn(globals.process.execArgv, '--trace-exit') || regexpTest(/(?:^|\s)--trace-exit(?:\s|$)/, globals.process.env.NODE_OPTIONS ?? '');

// `below`: the function whose callers are shown.
function printExit(code, below) {
  const { isMainThread, threadId } = require('worker_threads');
  const at = {};
  captureStackTrace(at, below);
  const { stack } = at;
  const thread = isMainThread ? '' : `, thread:${threadId}`;
  globals.process._rawDebug(`(node:${globals.process.pid}${thread}) WARNING: Exited the environment with code ${code}${sliceOf(stack, stringIndexOf(stack, '\n'))}\n`);
}

module.exports = { isOn, printExit };
