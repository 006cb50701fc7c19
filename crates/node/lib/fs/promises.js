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
      if (signal?.aborted) throw require('core/errors').abortedBy(signal);
      const value = await new Promise((resolve, reject) => {
        call(expect((error, result) => (error ? reject(error) : resolve(result))), ...values);
      });
      if (signal?.aborted) throw require('core/errors').abortedBy(signal);
      return finish(value);
    },
  }[name];
}

for (const name of Object.keys(operations)) exports[name] = promiseForm(name);
exports.constants = fs.constants;
