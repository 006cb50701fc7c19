'use strict';
// FORCE_COLOR counts where standard error is no terminal.
const assert = require('assert');

function report(check) {
  try {
    check();
  } catch ({ message }) {
    console.log(JSON.stringify(message));
  }
}

for (const forced of ['0', '1', 'true', 'other']) {
  process.env.FORCE_COLOR = forced;
  report(() => assert.deepStrictEqual([1, 2, 2, 2], [2, 2, 2, 2]));
  report(() => assert.strictEqual('a\nb', 'a\nc'));
  report(() => assert.strictEqual('a'.repeat(30), 'a'.repeat(29)));
  report(() => assert.partialDeepStrictEqual({ a: 1, b: 2, c: 3 }, { z: 4, b: 5 }));
  report(() => assert.partialDeepStrictEqual([1, 2, 3, 5], [4, 5]));
  report(() => assert.partialDeepStrictEqual({}, []));
}
