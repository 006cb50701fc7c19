'use strict';
// An exception of a hook of v8.promiseHooks is uncaught, and the program goes on.
const { promiseHooks } = require('v8');
process.on('uncaughtException', (error) => console.log('uncaught', error.message));

let left = 6;
const stop = promiseHooks.createHook({
  init() { if (left-- > 4) throw new Error('init'); },
  before() { if (left-- > 0) throw new Error('before'); },
});
async function wait(value) { await value; return value; }
wait(1).then((value) => {
  stop();
  console.log('value', value);
});
