'use strict';
// Unhandled promise rejections.
//
// The engine reports rejected promises without a handler after each drain of the job queue (promiseRejectHandler). When ticks and jobs are
// done Rust calls reportRejections: those still unhandled are reported, as --unhandled-rejections selects. A reported promise is
// tracked further: a late handler causes 'rejectionHandled'.

const globals = require('globals');
const {
  arraySort, objectDefineProperty, objectGetPrototypeOf, objectHasOwn, objectIsExtensible, objectProtoToString,
} = require('core/intrinsics');
const { SafeWeakRef } = require('core/safe/collections');
const { newList } = require('core/safe/list');
const { numbers, REJECTIONS, TRACKED_REJECTIONS } = require('loop/state');
const { fail, clearContext, runTicks } = require('loop/ticks');
const { isHandled } = binding('loop');

let pending = newList();
let watched = newList();
let lastId = 0;
const mode = binding('process').options.unhandledRejections;

function promiseRejectHandler(promise, reason) {
  const frame = __hexloop_hooks__ === undefined ? null : require('async_context/rejection_context').frameOf(promise, reason);
  pending[pending.length] = { promise, reason, id: ++lastId, frame };
  numbers[REJECTIONS] = 1;
}

// Reports what is still unhandled. An exception of a listener is uncaught; the remaining rejections are reported afterwards.
function reportRejections() {
  numbers[REJECTIONS] = 0;
  clearContext();
  try {
    reportLateHandlers();
    while (pending.length > 0) {
      // As in Node, a rejection of this batch that a listener handles is still reported.
      const batch = newList();
      for (let i = 0; i < pending.length; i++) if (!isHandled(pending[i].promise)) batch[batch.length] = pending[i];
      pending = newList();
      for (let i = 0; i < batch.length; i++) {
        const rejection = batch[i];
        if (!isHandled(rejection.promise)) watch(rejection);
        try {
          // Listeners run in the scope of the promise.
          if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitBefore(rejection.promise);
          if (rejection.frame !== null) __hexloop_context__ = rejection.frame;
          report(rejection);
          clearContext();
          if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitAfter();
        } catch (error) {
          pending = joined(batch, i + 1, pending);
          throw error;
        }
      }
    }
  } catch (error) {
    if (pending.length > 0) numbers[REJECTIONS] = 1;
    fail(error);
    return;
  }
  runTicks();
}

function joined(batch, from, more) {
  const list = newList();
  for (let i = from; i < batch.length; i++) list[list.length] = batch[i];
  for (let i = 0; i < more.length; i++) list[list.length] = more[i];
  return list;
}

function watch({ promise, id }) {
  const entry = { promise: new SafeWeakRef(promise), id, handledAt: Infinity };
  watched[watched.length] = entry;
  numbers[TRACKED_REJECTIONS] = watched.length;
  trackLateHandler(promise, entry);
}

// The engine reports that a handler was added, not when. `then` and `catch` pass here, so late handlers are reported in order; an
// `await` does not pass here, and counts as the last.
let lastHandled = 0;

function trackLateHandler(promise, entry) {
  if (!objectIsExtensible(promise) || objectHasOwn(promise, 'then')) return;
  objectDefineProperty(promise, 'then', {
    __proto__: null,
    configurable: true,
    writable: true,
    value: function then(onFulfilled, onRejected) {
      delete promise.then;
      entry.handledAt = ++lastHandled;
      return promise.then(onFulfilled, onRejected);
    },
  });
}

function reportLateHandlers() {
  if (watched.length === 0) return;
  const late = newList();
  const unhandled = newList();
  for (let i = 0; i < watched.length; i++) {
    const entry = watched[i];
    const promise = entry.promise.deref();
    if (promise === undefined) continue;
    if (isHandled(promise)) late[late.length] = { promise, id: entry.id, handledAt: entry.handledAt };
    else unhandled[unhandled.length] = entry;
  }
  watched = unhandled;
  numbers[TRACKED_REJECTIONS] = watched.length;
  arraySort(late, (a, b) => (a.handledAt < b.handledAt ? -1 : a.handledAt > b.handledAt ? 1 : 0));
  for (let i = 0; i < late.length; i++) {
    const { promise, id } = late[i];
    if (!globals.process.emit('rejectionHandled', promise)) {
      const warning = new Error(`Promise rejection was handled asynchronously (rejection id: ${id})`);
      warning.name = 'PromiseRejectionHandledWarning';
      warning.id = id;
      globals.process.emitWarning(warning);
    }
  }
}

function report({ promise, reason, id }) {
  const { triggerUncaught, normalize } = require('process/fatal');
  normalize(reason);
  const emit = () => globals.process.emit('unhandledRejection', reason, promise);
  switch (mode) {
    case 'none':
      emit();
      break;
    case 'warn':
      emit();
      warn(reason, id);
      break;
    case 'warn-with-error-code':
      if (!emit()) {
        warn(reason, id);
        globals.process.exitCode = 1;
      }
      break;
    case 'strict':
      triggerUncaught(errorFor(reason), true);
      if (!emit()) warn(reason, id);
      break;
    default:
      if (!emit()) triggerUncaught(errorFor(reason), true);
  }
}

function isErrorLike(value) {
  return typeof value === 'object' && value !== null && objectHasOwn(value, 'stack');
}

function errorFor(reason) {
  if (isErrorLike(reason)) return reason;
  const error = new Error(
    'This error originated either by throwing inside of an async function without a catch block, or by rejecting a ' +
    `promise which was not handled with .catch(). The promise rejected with the reason "${describeReason(reason)}".`);
  error.name = 'UnhandledPromiseRejection';
  error.code = 'ERR_UNHANDLED_REJECTION';
  return error;
}

// V8's description of a value, which runs no code: its class name, unless the class defines its own toString.
function describeReason(reason) {
  if (typeof reason !== 'object' || reason === null) return String(reason);
  const inherited = objectGetPrototypeOf(reason) === null ? undefined : reason.toString;
  const name = inherited === Object.prototype.toString ? reason.constructor?.name : undefined;
  return typeof name === 'string' && name !== '' ? `#<${name}>` : objectProtoToString(reason);
}

const WARNING = 'Unhandled promise rejection. This error originated either by throwing inside of an async function ' +
  'without a catch block, or by rejecting a promise which was not handled with .catch(). To terminate the node process ' +
  'on unhandled promise rejection, use the CLI flag `--unhandled-rejections=strict` (see ' +
  'https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). ';

function warn(reason, id) {
  const name = 'UnhandledPromiseRejectionWarning';
  const warning = new Error(`${WARNING}(rejection id: ${id})`);
  warning.name = name;
  if (isErrorLike(reason)) {
    const stack = require('core/stack').stackOf(reason);
    warning.stack = stack;
    globals.process.emitWarning(stack, name);
  } else {
    globals.process.emitWarning(describeReason(reason), name);
  }
  globals.process.emitWarning(warning);
}

binding('loop').connect('reportRejections', reportRejections);

module.exports = { promiseRejectHandler };
