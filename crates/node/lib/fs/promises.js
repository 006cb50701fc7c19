'use strict';
// node:fs/promises: the same operations as node:fs, awaited.

const { expect } = require('loop/requests');

const fs = require('fs');
const operations = fs[Symbol.for('hexloop.fs.operations')];

function promiseForm(name) {
  const operation = operations[name];
  return {
    async [name](...args) {
      const [call, values, finish, signal] = operation(...args);
      if (signal?.aborted) throw abortError(signal);
      const value = await new Promise((resolve, reject) => {
        call(expect((error, result) => (error ? reject(error) : resolve(result))), ...values);
      });
      if (signal?.aborted) throw abortError(signal);
      return finish(value);
    },
  }[name];
}

function abortError(signal) {
  const { AbortError } = require('core/errors');
  return new AbortError(undefined, { cause: signal.reason });
}

for (const name of Object.keys(operations)) exports[name] = promiseForm(name);
exports.constants = fs.constants;
