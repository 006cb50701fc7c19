'use strict';
// What a recording may spend on what is dear: exact times, stacks, and where functions are defined.
//
// A call into Rust takes 80 ns and a stack a microsecond or more, where a tick takes 30. So both are bought from a budget of time that
// grows as time passes: a program that is not in a hurry gets them for everything, a flood for its first hundreds only.

const native = binding('trace');
const { cells, readClock, addStack, addDefinition, addLabel } = native;

// The coarse clock: a cell that a thread of ours sets four times a millisecond.
const NOW = 0;

// In nanoseconds. At first, and at most: about a thousand stacks.
const BURST = 2e6;
// This part of the time that passes is earned.
const SHARE = 0.06;
// As long as there is this much, there is enough for one more of anything.
const MIN_BUDGET = 20000;

// --trace-exact: there is always enough.
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

// Another recording begins.
function reset() {
  refilledAt = 0;
  budget = INITIAL;
}

// Whether there is nothing left: then it is a flood.
function isSpent() {
  return budget < MIN_BUDGET && !refill();
}

// Called when the budget is used up: true if it is not any more.
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

// What takes longer than this was not taken by us: the machine had others to run.
const MAX_COST = 40000;

function spend(time) {
  budget -= Math.min(time, MAX_COST);
}

// ---- stacks

// Built-in code may lie many calls deep between a program and what it schedules.
const DEPTH = 40;
const MAX_STACKS = 20000;
const stacks = new Map();
const EngineError = Error;

// The number of the stack of this moment; -1 where it would cost too much.
function stackHere() {
  if (isSpent()) return -1;
  const before = readClock();
  const number = capture();
  spend(readClock() - before + CLOCK_COST);
  return number;
}

// The same at the end of something that began then. Of what took long it is always known.
function stackSince(began) {
  return readClock() - began > LONG ? capture() : stackHere();
}

const LONG = 1e6;

function capture() {
  const limit = EngineError.stackTraceLimit;
  // Reflect: a program may have frozen Error.
  Reflect.set(EngineError, 'stackTraceLimit', DEPTH);
  const { stack } = new EngineError();
  Reflect.set(EngineError, 'stackTraceLimit', limit);
  return stackIdOf(stack);
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

// Where a function is defined that code with this stack hands over (crates/node/src/trace/definitions.rs); -1 where no stack was
// taken: who wants to know which line it was looks for that first.
const functionText = Function.prototype.toString;
const definitions = new Map();

function definedAt(callback, stack) {
  return stack === -1 ? -1 : definitionOf(callback, stack);
}

// The same for who has no stack: of several functions with one text none is found then.
function definitionOf(callback, stack) {
  if (typeof callback !== 'function') return -1;
  let ids = definitions.get(stack);
  if (ids === undefined) definitions.set(stack, ids = new Map());
  const text = functionText.call(callback);
  let id = ids.get(text);
  if (id === undefined) {
    const before = readClock();
    ids.set(text, id = addDefinition(text, nameOf(callback), stack));
    spend(readClock() - before);
  }
  return id;
}

// A function may have lost its name, or have a getter there.
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
