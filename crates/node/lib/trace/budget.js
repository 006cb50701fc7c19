'use strict';
// The budget of a recording for expensive data: exact times, stacks, and where functions are defined.
//
// A native call takes 80 ns and a stack a microsecond or more, where a tick takes 30 ns. So both are paid from a time budget that is
// refilled as time passes: a program with a moderate load gets them for everything, a flood for its first hundreds only.

const native = binding('trace');
const { engineStack } = binding('stack');
const { cells, readClock, addStack, addDefinition, addLabel } = native;

// The coarse clock: a cell that a thread updates four times a millisecond.
const { NOW } = native.cell;

// In nanoseconds. The initial and the largest budget: about a thousand stacks.
const BURST = 2e6;
// The fraction of the elapsed time that refills the budget.
const SHARE = 0.06;
// Enough for one more of anything.
const MIN_BUDGET = 20000;

// --trace-exact: unlimited.
const INITIAL = native.isExact ? Infinity : BURST;
let budget = INITIAL;
let refilledAt = 0;
const CLOCK_COST = clockCost();

// Machines and builds differ by more than ten times.
function clockCost() {
  const begin = readClock();
  let last = begin;
  for (let i = 0; i < 32; i++) last = readClock();
  return (last - begin) / 32;
}

// A new recording starts.
function reset() {
  refilledAt = 0;
  budget = INITIAL;
}

// Whether the budget is used up: then it is a flood.
function isSpent() {
  return budget < MIN_BUDGET && !refill();
}

// Called when the budget is used up: returns true if it could be refilled.
function refill() {
  const time = cells[NOW];
  if (time - refilledAt < 2 * MIN_BUDGET / SHARE) return false;
  budget = Math.min(BURST, budget + (time - refilledAt) * SHARE);
  refilledAt = time;
  return budget > MIN_BUDGET;
}

function now() {
  if (isSpent()) return cells[NOW];
  budget -= CLOCK_COST;
  return readClock();
}

// Anything longer was not our cost: other threads were scheduled.
const MAX_COST = 40000;

function spend(time) {
  budget -= Math.min(time, MAX_COST);
}

// ---- stacks

// Built-in code may add many frames between a program and what it schedules.
const DEPTH = 40;
const MAX_STACKS = 20000;
const stacks = new Map();
const EngineError = Error;

// The id of the current stack; -1 if it would cost too much.
function stackHere() {
  if (isSpent()) return -1;
  const before = readClock();
  const number = capture();
  spend(readClock() - before + CLOCK_COST);
  return number;
}

// The same at the end of an operation that began then. It is always captured for long operations.
function stackSince(began) {
  return readClock() - began > LONG ? capture() : stackHere();
}

const LONG = 1e6;

function capture() {
  const limit = EngineError.stackTraceLimit;
  // Reflect: a program may have frozen Error.
  Reflect.set(EngineError, 'stackTraceLimit', DEPTH);
  const error = new EngineError();
  Reflect.set(EngineError, 'stackTraceLimit', limit);
  return stackIdOf(engineStack(error));
}

function stackIdOf(stack) {
  let number = stacks.get(stack);
  if (number === undefined) {
    number = stacks.size < MAX_STACKS ? addStack(stack) : -1;
    stacks.set(stack, number);
  }
  return number;
}

// ---- definitions

// Where a function is defined that code with this stack passes (crates/node/src/trace/definitions.rs); -1 if no stack was captured.
// The text that runs: Function.prototype.toString returns the one that was written.
const { functionSource } = require('engine');
const definitions = new Map();

function definedAt(callback, stack) {
  return stack === -1 ? -1 : definitionOf(callback, stack);
}

// The same without a stack: not found if several functions have the same source.
function definitionOf(callback, stack) {
  if (typeof callback !== 'function') return -1;
  let ids = definitions.get(stack);
  if (ids === undefined) definitions.set(stack, ids = new Map());
  const text = functionSource(callback);
  let id = ids.get(text);
  if (id === undefined) {
    const before = readClock();
    ids.set(text, id = addDefinition(text, nameOf(callback), stack));
    spend(readClock() - before);
  }
  return id;
}

// The name may have been deleted, or be a getter.
function nameOf(callback) {
  const value = Object.getOwnPropertyDescriptor(callback, 'name')?.value;
  return typeof value === 'string' ? value : '';
}

// ---- labels

const labels = new Map();

function label(text) {
  let number = labels.get(text);
  if (number === undefined) labels.set(text, number = addLabel(text));
  return number;
}

module.exports = { NOW, capture, definedAt, definitionOf, isSpent, label, now, stackIdOf, reset, stackHere, stackSince };
