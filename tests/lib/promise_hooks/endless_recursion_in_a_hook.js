'use strict';
// A hook that makes a promise for each promise overflows the stack; the program goes on.
const { createHook } = require('async_hooks');
createHook({ init() { Promise.resolve(1); } }).enable();
(async () => {
  await 1;
  console.log('waited');
})().then(() => console.log('then'));
