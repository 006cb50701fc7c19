'use strict';
// What runs in the loop, as lib/loop, lib/net and their like tell it: the same calls that async_context/execution.js takes for
// createHook(). A program that uses hooks itself has both: see `combine`.

const log = require('trace/log');
const { noteOf, note } = require('trace/stamp');
const activeHandles = require('trace/active_handles');
const { passedCallback } = require('trace/callbacks');

const { Promise } = require('engine');

const { KINDS, REQUEST, cells, schedule, jobBegan, callbackBegan, ended } = log;
const { TIMEOUT, INTERVAL, IMMEDIATE, TICK, MICROTASK, IO, POOL, CLOSE, SIGNAL, REJECTION } = KINDS;

// What is kept of a timer or a handle.
class Origin {
  constructor(kind, parent, stack, resource, task, about, defined = -1) {
    this.kind = kind;
    this.parent = parent;
    this.stack = stack;
    this.defined = defined;
    this.resource = resource;
    // The run that is queued; -1: none.
    this.task = task;
    this.about = about;
    // What a handle was asked for, by event.
    this.requests = undefined;
  }
}

function emitInit(resource, type) {
  if (type === 'Immediate') {
    note(resource, schedule(IMMEDIATE, false, resource._onImmediate));
  } else if (type === 'Timeout') {
    initTimer(resource);
  } else {
    initHandle(resource, type);
  }
}

function initTimer(timer) {
  const before = noteOf(timer);
  const kind = timer._repeat === null ? TIMEOUT : INTERVAL;
  // Of most timers in a flood a number is all that is ever needed.
  if (before === undefined && kind === TIMEOUT && log.isFlood()) {
    note(timer, log.scheduleTimer(TIMEOUT, Math.trunc(timer._idleTimeout)));
    return;
  }
  const resource = resourceOf(before);
  // Before the stack, which takes its time: what is due is counted from here.
  const time = log.now();
  const stack = kind === INTERVAL ? log.capture() : log.stackHere();
  const parent = log.running();
  const milliseconds = Math.trunc(timer._idleTimeout);
  const defined = log.definedAt(timer._onTimeout, stack);
  const task = log.queued(kind, stack, resource, milliseconds, parent, time, defined);
  note(timer, new Origin(kind, parent, stack, resource, task, milliseconds, defined));
  if (kind === INTERVAL) activeHandles.intervalCreated(timer, resource, stack);
}

// A timer that was set in a flood is known by the number of its first task, which is negative once that has run.
function resourceOf(before) {
  if (before === undefined) return log.newId();
  return typeof before === 'number' ? Math.abs(before) : before.resource;
}

function initHandle(handle, type) {
  // Of all but sockets, which come in floods, there are few, and each may be what keeps the process alive.
  const stack = type === 'TCPWRAP' ? log.stackHere() : log.capture();
  const resource = log.newId();
  note(handle, new Origin(type === 'SIGNALWRAP' ? SIGNAL : IO, log.running(), stack, resource, -1, log.label(nameOf(type))));
  log.native.handleMade(resource, type, stack);
}

// 'TCPSERVERWRAP' is what Node calls a server; these are the words of a report.
const NAMES = {
  __proto__: null,
  TCPWRAP: 'socket',
  PIPEWRAP: 'pipe',
  TTYWRAP: 'terminal',
  TCPSERVERWRAP: 'server',
  PIPESERVERWRAP: 'pipe server',
  PROCESSWRAP: 'child process',
  SIGNALWRAP: 'signal',
  QUERYWRAP: 'dns query',
  UDPWRAP: 'datagram socket',
};

const nameOf = (type) => NAMES[type] ?? type;

// The origin of something that was made before anybody noted it.
function originOf(resource) {
  let origin = noteOf(resource);
  if (typeof origin !== 'object') note(resource, origin = new Origin(kindOf(resource), -1, -1, resourceOf(origin), -1, -1));
  return origin;
}

function kindOf(resource) {
  if ('_onTimeout' in resource) return resource._repeat === null ? TIMEOUT : INTERVAL;
  return '_onImmediate' in resource ? IMMEDIATE : IO;
}

// ---- a callback of the loop begins

function emitBefore(resource) {
  const origin = noteOf(resource);
  if (origin > 0) {
    callbackBegan(TIMEOUT, origin);
    note(resource, -origin);
  } else if (resource instanceof Promise) beginRejection(resource, origin);
  else beginTask(originOf(resource));
}

function beginImmediate(immediate) {
  const task = noteOf(immediate);
  if (task === undefined) beginTask(originOf(immediate));
  else callbackBegan(IMMEDIATE, task);
}

function beginTask(origin) {
  let { task } = origin;
  origin.task = -1;
  // A timer that was refreshed runs again, a handle has events that nobody queued.
  if (task === -1) task = requeue(origin, -1);
  log.callbackBegan(origin.kind, task);
  running = origin.kind === INTERVAL ? origin : undefined;
}

function requeue(origin, time) {
  return log.queued(origin.kind, origin.stack, origin.resource, origin.about, origin.parent, time, origin.defined);
}

// The interval that runs: it is queued again when it is done.
let running;

// What is entered within a callback (an HTTP parser's message) is no task of its own.
let entered = 0;

function enterScope() {
  entered++;
}

function emitAfter() {
  if (entered > 0) {
    entered--;
    return;
  }
  ended();
  if (running === undefined) return;
  const origin = running;
  running = undefined;
  origin.task = requeue(origin, log.now());
}

function emitDestroy(resource) {
  const origin = noteOf(resource);
  if (typeof origin === 'number') {
    if (origin > 0) log.cancelled(origin);
  } else if (origin !== undefined && (origin.kind === TIMEOUT || origin.kind === INTERVAL)) {
    if (running === origin) running = undefined;
    if (origin.kind === INTERVAL) log.native.handleClosed(origin.resource);
    if (origin.task !== -1) log.cancelled(origin.task);
    origin.task = -1;
  } else if (origin !== undefined) log.native.handleClosed(origin.resource);
}

function unwind() {
  running = undefined;
  entered = 0;
  log.unwound();
}

// ---- sockets

const EVENTS = ['connected', 'data', 'written', 'shut down', 'closed', 'connection', 'message', 'sent'];
const CLOSED = 4;
// What a program listens to for them.
const LISTENED_EVENTS = ['connect', 'data', 'drain', 'emitAfter', 'close', 'connection', 'message', undefined];

// What was asked of a handle, and is answered by an event.
function initRequest(handle, event) {
  const origin = originOf(handle);
  origin.requests ??= [];
  const stack = log.stackHere();
  const defined = listenerDefinedAt(handle, event, stack === -1 ? origin.stack : stack);
  origin.requests[event] = log.queued(IO, stack, origin.resource, eventLabel(handle, event), log.running(), log.now(), defined);
}

const eventLabels = new Map();

function eventLabel(handle, event) {
  const name = nameOf(handle.provider ?? (handle.isPipe === undefined ? 'UDPWRAP' : 'TCPSERVERWRAP'));
  let labels = eventLabels.get(name);
  if (labels === undefined) eventLabels.set(name, labels = []);
  return labels[event] ??= log.label(`${name} ${EVENTS[event]}`);
}

function emitBeforeEvent(handle, event) {
  const origin = originOf(handle);
  const kind = event === CLOSED ? CLOSE : IO;
  let task = origin.requests?.[event];
  if (task === undefined) {
    const defined = listenerDefinedAt(handle, event, origin.stack);
    task = log.queued(kind, origin.stack, origin.resource, eventLabel(handle, event), origin.parent, -1, defined);
  } else origin.requests[event] = undefined;
  log.callbackBegan(kind, task);
}

// Where the function is defined that hears of an event: the first of those that are the program's. A socket that came in was made by
// nobody's line, so its server's tells which of several functions with the same text is meant.
function listenerDefinedAt(handle, event, stack) {
  const owner = handle.owner ?? undefined;
  const listeners = owner?._events?.[LISTENED_EVENTS[event]];
  if (listeners === undefined || log.isFlood()) return -1;
  const server = owner.server?._handle ?? undefined;
  const from = stack === -1 && server !== undefined ? originOf(server).stack : stack;
  for (const listener of Array.isArray(listeners) ? listeners : [listeners]) {
    const definition = log.definitionOf(listener.listener ?? listener, from);
    if (definition !== -1) return definition;
  }
  return -1;
}

// What an HTTP parser took from a socket; what a server hears of it is a function of the program.
function traceHttpMessage(socket, run) {
  const handle = socket?._handle;
  const origin = handle === undefined || handle === null ? undefined : originOf(handle);
  const { stack = -1, resource = -1, parent = -1 } = origin ?? {};
  log.callbackBegan(IO, log.queued(IO, stack, resource, log.label('http message'), parent, -1, requestListenerDefinedAt(socket?.server)));
  const result = run();
  log.ended();
  return result;
}

// Where the function is defined that a server has for its requests; of several, the first.
function requestListenerDefinedAt(server) {
  const handle = server?._handle;
  const listener = server?._events?.request;
  if (handle === undefined || handle === null || listener === undefined) return -1;
  return log.definedAt(Array.isArray(listener) ? listener[0] : listener, originOf(handle).stack);
}

// ---- what is called back once

function wrapOnce(resource, type, callback) {
  const task = log.queued(IO, log.stackHere(), -1, log.label(nameOf(type)), log.running(), log.now());
  return function (...values) {
    log.callbackBegan(IO, task);
    callback.apply(this, values);
    log.ended();
  };
}

function request(name, callback) {
  const stack = log.stackHere();
  const defined = log.definedAt(passedCallback(), stack);
  const task = log.queued(POOL, stack, -1, name === undefined ? -1 : log.label(name), log.running(), log.now(), defined);
  // Rust finds the job that is submitted for it.
  cells[REQUEST] = task;
  return function (...values) {
    log.callbackBegan(POOL, task);
    callback.apply(this, values);
    log.ended();
  };
}

// The number of a tick: loop/ticks.js keeps it beside the function.
const tick = (callback) => schedule(TICK, false, callback);

const beginTick = (task) => jobBegan(TICK, task);

// The same of a tick that a program's own hooks have wrapped.
function tickOf(wrapped, callback) {
  const task = tick(callback);
  return () => {
    beginTick(task);
    wrapped();
    log.ended();
  };
}

function microtask(callback) {
  const task = log.schedule(MICROTASK, false, callback);
  return () => {
    log.jobBegan(MICROTASK, task);
    callback();
    log.ended();
  };
}

// ---- rejections

function noteRejection(promise, reason) {
  if (noteOf(promise) === undefined) note(promise, { reason, task: log.running() });
}

// Nobody handled it, and whoever listens hears of it now.
function beginRejection(promise, rejected) {
  const { reason, task } = rejected ?? { reason: undefined, task: log.running() };
  let message = '';
  let stack = -1;
  try {
    if (reason instanceof Error) {
      message = `${reason.name}: ${reason.message}`;
      stack = log.native.addStack(`${reason.stack}`);
    } else message = String(reason);
  } catch {
    // A reason that cannot even be read is told without words.
  }
  log.native.rejection(message, stack, task);
  log.jobBegan(REJECTION, log.queued(REJECTION, stack, -1, -1, task, log.now()));
}

const tracer = {
  emitInit, emitBefore, emitBeforeLast: beginImmediate, wrapOnce, emitAfter, emitDestroy, unwind, tick, beginTick, endTicks: ended, microtask, request, initRequest,
  emitBeforeEvent, enterScope,
  // A task's parent is the task whose code scheduled it, whatever resource that was for.
  triggeredBy: (resource, make) => make(),
};

// Both: the recording, and the tracker of a program's own hooks.
function combine(tracker) {
  const combined = {};
  for (const name of ['emitInit', 'emitBefore', 'emitBeforeLast', 'emitAfter', 'emitDestroy', 'unwind', 'initRequest', 'emitBeforeEvent', 'enterScope']) {
    combined[name] = (...values) => {
      tracer[name](...values);
      return tracker[name](...values);
    };
  }
  combined.wrapOnce = (resource, type, callback, trigger) => tracer.wrapOnce(resource, type, tracker.wrapOnce(resource, type, callback, trigger));
  combined.request = (name, callback) => tracer.request(name, tracker.request(name, callback));
  combined.tick = (callback, args) => tickOf(tracker.tick(callback, args), callback);
  combined.triggeredBy = tracker.triggeredBy;
  // Of those that were queued before there were hooks.
  combined.beginTick = beginTick;
  combined.endTicks = ended;
  combined.microtask = (callback) => tracer.microtask(tracker.microtask(callback));
  return combined;
}

module.exports = { noteRejection, traceHttpMessage, combine, tracer };
