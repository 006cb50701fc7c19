'use strict';
// Atomics.waitAsync: the engine keeps the promise in its list of waiters (crates/engine/src/capabilities/wait_async.rs) and resolves it
// in deferred work, for which the loop is woken. As in Node a pending promise does not keep the loop alive.

const {
  arrayBufferStaticIsView, classSharedArrayBuffer: SharedArrayBuffer, mathMax, mathTrunc, objectGetOwnPropertyDescriptor,
  objectProtoToString, take,
} = require('core/intrinsics');
const { call0, call1 } = require('core/safe/calls');
const { waitAsync: engineWait, addPendingWaiter, scheduleEngineWork } = binding('loop');
const { then } = require('engine');

const TIMEOUT_MAX = 2 ** 31 - 1;

const tagOf = take('typedArray', Symbol.toStringTag, 'get', '[Symbol.toStringTag]');
const lengthOf = take('typedArray', 'length', 'get');
const bufferOf = take('typedArray', 'buffer', 'get');
const sharedLengthOf = objectGetOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength').get;

function isShared(buffer) {
  try {
    call0(sharedLengthOf, buffer);
    return true;
  } catch {
    return false;
  }
}

const describe = (value) => (typeof value === 'object' && value !== null ? objectProtoToString(value) : String(value));

function waitAsync(typedArray, index, value, timeout) {
  const tag = arrayBufferStaticIsView(typedArray) ? call0(tagOf, typedArray) : undefined;
  const isBig = tag === 'BigInt64Array';
  if (!isBig && tag !== 'Int32Array') throw new TypeError(`${describe(typedArray)} is not an int32 or BigInt64 typed array.`);
  if (!isShared(call0(bufferOf, typedArray))) throw new TypeError(`${describe(typedArray)} is not a shared typed array.`);
  const at = mathTrunc(+index) || 0;
  if (at < 0 || at >= call0(lengthOf, typedArray)) throw new RangeError('Invalid atomic access index');
  if (isBig && typeof value === 'number') throw new TypeError(`Cannot convert ${value} to a BigInt`);
  const expected = isBig ? BigInt.asIntN(64, value) : +value | 0;
  const limit = timeout === undefined ? NaN : +timeout;
  const milliseconds = limit !== limit ? Infinity : mathMax(limit, 0);
  const low = isBig ? Number(BigInt.asUintN(32, expected)) : expected;
  const high = isBig ? Number(expected >> 32n) : 0;
  const result = engineWait(typedArray, at, low, high, isBig, milliseconds);
  if (result.async) trackWaiter(result.value, milliseconds);
  return result;
}

function trackWaiter(promise, milliseconds) {
  addPendingWaiter(1);
  let timer;
  if (milliseconds <= TIMEOUT_MAX) {
    const { setTimeout } = require('loop/timers');
    // The engine's timer is due at about the same time, and is polled then.
    const pollEngine = () => {
      scheduleEngineWork();
      timer = setTimeout(pollEngine, 1).unref();
    };
    timer = setTimeout(pollEngine, milliseconds).unref();
  }
  call1(then, promise, () => {
    addPendingWaiter(-1);
    if (timer !== undefined) require('loop/timers').clearTimeout(timer);
  });
}

module.exports = { waitAsync };
