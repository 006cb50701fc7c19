'use strict';

// The less frequent console methods. Those that print a message call the console's public `log`, `warn` or `error`, as in Node, so
// that a program that replaced one of these sees it.

const globals = require('globals');
const { arrayUnshift, mathFloor, mathMax, numberProtoToFixed, objectCreate, stringPadStart, stringRepeat } = require('core/intrinsics');
const { SafeMap, SafeWeakSet } = require('core/safe/collections');
const { indexIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { kState } = require('console/log');

function dir(state, object, options) {
  const { inspect } = require('inspect/inspect');
  state.writeLine(state, state.stdout, inspect(object, {
    customInspect: false,
    ...state.getInspectOptions(state, state.stdout),
    ...options,
  }));
}

function group(console, data) {
  if (data.length > 0) console.log(...each(data));
  const state = console[kState];
  state.indentation += stringRepeat(' ', state.groupWidth);
}

function groupEnd(state) {
  state.indentation = sliceOf(state.indentation, 0, mathMax(0, state.indentation.length - state.groupWidth));
}

function count(console, label) {
  label = `${label}`;
  const counts = (console[kState].counts ??= new SafeMap());
  const times = (counts.get(label) ?? 0) + 1;
  counts.set(label, times);
  console.log(`${label}: ${times}`);
}

function countReset(console, label) {
  const { counts } = console[kState];
  if (!counts?.delete(`${label}`)) globals.process.emitWarning(`Count for '${label}' does not exist`);
}

function assertionFailed(console, args) {
  if (typeof args[0] === 'string') args[0] = `Assertion failed: ${args[0]}`;
  else arrayUnshift(args, 'Assertion failed');
  console.warn(...each(args));
}

function clear(state) {
  const { stream } = state.stdout;
  if (!stream.isTTY || globals.process.env.TERM === 'dumb') return;
  stream.write('\x1b[1;1H'); // To the top left.
  stream.write('\x1b[0J'); // Erase from there to the end of the screen.
}

function printTrace(console, method, args) {
  const state = console[kState];
  const message = state.textOf(state, state.stderr, args);
  const error = new Error(message);
  error.name = 'Trace';
  Error.captureStackTrace?.(error, method);
  const stack = require('core/stack').stackOf(error);
  const frames = indexIn(stack, '\n    at ', message.length);
  const header = message === '' ? 'Trace' : `Trace: ${message}`;
  console.error(frames === -1 ? header : header + sliceOf(stack, frames));
}

function time(console, label) {
  label = `${label}`;
  if (console._times.has(label)) {
    globals.process.emitWarning(`Label '${label}' already exists for console.time()`);
    return;
  }
  console._times.set(label, globals.process.hrtime());
}

function timeEnd(console, label) {
  label = `${label}`;
  if (reportTime(console, label, 'console.timeEnd()', [])) console._times.delete(label);
}

function timeLog(console, label, data) {
  reportTime(console, `${label}`, 'console.timeLog()', data);
}

function reportTime(console, label, caller, data) {
  const start = console._times.get(label);
  if (start === undefined) {
    globals.process.emitWarning(`No such label '${label}' for ${caller}`);
    return false;
  }
  const { 0: seconds, 1: nanoseconds } = globals.process.hrtime(start);
  console.log('%s: %s', label, elapsedText(seconds * 1e3 + nanoseconds / 1e6), ...each(data));
  return true;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** 1.234ms, 1.234s, 1:02.345 (m:ss.mmm) or 1:02:03.456 (h:mm:ss.mmm). */
function elapsedText(milliseconds) {
  if (milliseconds < SECOND) return `${Number(numberProtoToFixed(milliseconds, 3))}ms`;
  if (milliseconds < MINUTE) return `${numberProtoToFixed(milliseconds / SECOND, 3)}s`;
  const hours = mathFloor(milliseconds / HOUR);
  const minutes = mathFloor((milliseconds % HOUR) / MINUTE);
  const seconds = stringPadStart(numberProtoToFixed((milliseconds % MINUTE) / SECOND, 3), 6, '0');
  if (hours === 0) return `${minutes}:${seconds} (m:ss.mmm)`;
  return `${hours}:${stringPadStart(String(minutes), 2, '0')}:${seconds} (h:mm:ss.mmm)`;
}

const CONTEXT_METHODS = ['dir', 'dirXml', 'table', 'groupEnd', 'clear', 'count', 'countReset', 'profile', 'profileEnd',
  'debug', 'error', 'info', 'log', 'warn', 'trace', 'group', 'groupCollapsed', 'assert', 'time', 'timeLog', 'timeEnd',
  'timeStamp'];

/** A console for a debugger only: without one its methods print nothing, as in Node. */
function context() {
  const console = objectCreate({});
  for (const name of each(CONTEXT_METHODS)) console[name] = { [name](data) {} }[name];
  return console;
}

const tasks = new SafeWeakSet();

/** A task marks for a debugger where asynchronous work started. Without one it only runs the function. */
function createTask(name) {
  if (typeof name !== 'string' || name === '') throw new Error('First argument must be a non-empty string.');
  const task = {
    run(work) {
      if (!tasks.has(this)) throw new Error("'run' called with illegal receiver.");
      if (typeof work !== 'function') throw new Error('First argument must be a function.');
      return work();
    },
  };
  tasks.add(task);
  return task;
}

module.exports = {
  assertionFailed,
  clear,
  context,
  count,
  countReset,
  createTask,
  dir,
  elapsedText,
  group,
  groupEnd,
  printTrace,
  time,
  timeEnd,
  timeLog,
};
