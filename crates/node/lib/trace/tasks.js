'use strict';
// Records the tasks of the loop, by the same calls from lib/loop, lib/net and others that async_context/execution.js takes for createHook().
// If the program uses hooks itself, both are called: see `combine`.

const log = require('trace/log');
const { noteOf, note } = require('trace/stamp');
const activeHandles = require('trace/active_handles');
const { passedCallback } = require('trace/callbacks');

const { Promise } = require('engine');

const { KINDS, REQUEST, cells, schedule, jobBegan, callbackBegan, ended } = log;
const { TIMEOUT, INTERVAL, IMMEDIATE, TICK, MICROTASK, IO, POOL, CLOSE, SIGNAL, REJECTION } = KINDS;

// What is stored for a timer or a handle.
class Origin {
  constructor(kind, parent, stack, resource, task, about, defined = -1) {
    this.kind = kind;
    this.parent = parent;
    this.stack = stack;
    this.defined = defined;
    this.resource = resource;
    // The task that is queued; -1: none.
    this.task = task;
    this.about = about;
    // Pending requests of a handle, by event.
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
  // For most timers in a flood an id is enough.
  if (before === undefined && kind === TIMEOUT && log.isFlood()) {
    note(timer, log.scheduleTimer(TIMEOUT, Math.trunc(timer._idleTimeout)));
    return;
  }
  const resource = resourceOf(before);
  // Before the stack, which takes time: the due time is counted from here.
  const time = log.now();
  const stack = kind === INTERVAL ? log.capture() : log.stackHere();
  const parent = log.running();
  const milliseconds = Math.trunc(timer._idleTimeout);
  const defined = log.definedAt(timer._onTimeout, stack);
  const task = log.queued(kind, stack, resource, milliseconds, parent, time, defined);
  note(timer, new Origin(kind, parent, stack, resource, task, milliseconds, defined));
  if (kind === INTERVAL) activeHandles.intervalCreated(timer, resource, stack);
}

// A timer that was set in a flood is identified by the id of its first task, which is negated when that has run.
function resourceOf(before) {
  if (before === undefined) return log.newId();
  return typeof before === 'number' ? Math.abs(before) : before.resource;
}

function initHandle(handle, type) {
  // Except for sockets, which come in floods, there are few handles, and each may be what keeps the process alive.
  const stack = type === 'TCPWRAP' ? log.stackHere() : log.capture();
  const resource = log.newId();
  note(handle, new Origin(type === 'SIGNALWRAP' ? SIGNAL : IO, log.running(), stack, resource, -1, log.label(nameOf(type))));
  log.native.handleCreated(resource, type, stack);
}

// The names of Node's provider types in reports.
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

// The origin of a resource that was created before the recording.
function originOf(resource) {
  let origin = noteOf(resource);
  if (typeof origin !== 'object') note(resource, origin = new Origin(kindOf(resource), -1, -1, resourceOf(origin), -1, -1));
  return origin;
}

function kindOf(resource) {
  if ('_onTimeout' in resource) return resource._repeat === null ? TIMEOUT : INTERVAL;
  return '_onImmediate' in resource ? IMMEDIATE : IO;
}

// ---- a loop callback begins

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
  // A refreshed timer runs again; handles have events that were not queued.
  if (task === -1) task = requeue(origin, -1);
  log.callbackBegan(origin.kind, task);
  running = origin.kind === INTERVAL ? origin : undefined;
}

function requeue(origin, time) {
  return log.queued(origin.kind, origin.stack, origin.resource, origin.about, origin.parent, time, origin.defined);
}

// The interval that is running: it is queued again afterwards.
let running;

// A scope that is entered within a callback (a message of an HTTP parser) is not a task.
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
// The events of emitters for them.
const LISTENED_EVENTS = ['connect', 'data', 'drain', 'emitAfter', 'close', 'connection', 'message', undefined];

// A request of a handle, which completes with an event.
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

// Where the first listener of the program for an event is defined. An accepted socket was not created by a line of the program, so the
// server's stack selects among several functions with the same source.
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

// A message of an HTTP parser; its task is the server's listener.
function traceHttpMessage(socket, run) {
  const handle = socket?._handle;
  const origin = handle === undefined || handle === null ? undefined : originOf(handle);
  const { stack = -1, resource = -1, parent = -1 } = origin ?? {};
  log.callbackBegan(IO, log.queued(IO, stack, resource, log.label('http message'), parent, -1, requestListenerDefinedAt(socket?.server)));
  const result = run();
  log.ended();
  return result;
}

// Where the request listener of a server is defined; of several, the first.
function requestListenerDefinedAt(server) {
  const handle = server?._handle;
  const listener = server?._events?.request;
  if (handle === undefined || handle === null || listener === undefined) return -1;
  return log.definedAt(Array.isArray(listener) ? listener[0] : listener, originOf(handle).stack);
}

// ---- one-shot callbacks

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
  // Rust matches it with the job that is submitted next.
  cells[REQUEST] = task;
  return function (...values) {
    log.callbackBegan(POOL, task);
    callback.apply(this, values);
    log.ended();
  };
}

// The id of a tick: loop/ticks.js keeps it beside the function.
const tick = (callback) => schedule(TICK, false, callback);

const beginTick = (task) => jobBegan(TICK, task);

// The same for a tick that the program's own hooks have wrapped.
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

function recordRejection(promise, reason) {
  if (noteOf(promise) === undefined) note(promise, { reason, task: log.running() });
}

// It was not handled; the listeners are called now.
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
    // A reason that cannot be read is recorded without a message.
  }
  log.native.rejection(message, stack, task);
  log.jobBegan(REJECTION, log.queued(REJECTION, stack, -1, -1, task, log.now()));
}

const tracer = {
  emitInit, emitBefore, emitBeforeLast: beginImmediate, wrapOnce, emitAfter, emitDestroy, unwind, tick, beginTick, endTicks: ended, microtask, request, initRequest,
  emitBeforeEvent, enterScope,
  // The parent of a task is the task that scheduled it, whatever the resource.
  triggeredBy: (resource, make) => make(),
};

// The recording combined with the tracker of the program's own hooks.
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
  // For ticks that were queued before the hooks.
  combined.beginTick = beginTick;
  combined.endTicks = ended;
  combined.microtask = (callback) => tracer.microtask(tracker.microtask(callback));
  return combined;
}

module.exports = { recordRejection, traceHttpMessage, combine, tracer };
