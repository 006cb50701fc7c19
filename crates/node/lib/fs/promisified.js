'use strict';
// The operations of fs as promises, for node:fs/promises and FileHandle.

const { arrayBufferStaticIsView, reflectApply } = require('core/intrinsics');
const { callWith } = require('core/safe/calls');
const { registerRequest } = require('loop/requests');
const { operations } = require('fs/operations');

// One native call.
function request(call, values) {
  return new __hexloop_promise__((resolve, reject) => {
    callWith(call, registerRequest((error, result) => (error ? reject(error) : resolve(result)), 'FSReqPromise'), values);
  });
}

function perform(name, args) {
  const { 0: call, 1: values, 2: finish } = reflectApply(operations[name], operations, args);
  return new __hexloop_promise__((resolve, reject) => {
    callWith(call, registerRequest((error, value) => (error ? reject(error) : resolve(finish(value))), 'FSReqPromise'), values);
  });
}

// Data that comes in several chunks.
function isIterable(data) {
  return data !== null && typeof data === 'object' && !arrayBufferStaticIsView(data) &&
    (typeof data[Symbol.asyncIterator] === 'function' || typeof data[Symbol.iterator] === 'function');
}

module.exports = { isIterable, perform, request };
