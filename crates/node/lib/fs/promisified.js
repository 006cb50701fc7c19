'use strict';
// The file system's operations, awaited: what node:fs/promises and FileHandle share.

const { expect } = require('loop/requests');
const { operations } = require('fs/operations');

// One call of Rust.
function request(call, values) {
  return new Promise((resolve, reject) => {
    call(expect((error, result) => (error ? reject(error) : resolve(result)), 'FSReqPromise'), ...values);
  });
}

function perform(name, args) {
  const [call, values, finish] = operations[name](...args);
  return new Promise((resolve, reject) => {
    call(expect((error, value) => (error ? reject(error) : resolve(finish(value))), 'FSReqPromise'), ...values);
  });
}

// What comes in pieces.
function isIterable(data) {
  return data !== null && typeof data === 'object' && !ArrayBuffer.isView(data) &&
    (typeof data[Symbol.asyncIterator] === 'function' || typeof data[Symbol.iterator] === 'function');
}

module.exports = { isIterable, perform, request };
