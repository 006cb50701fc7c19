'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

let release;
const pending = new Promise((resolve) => { release = resolve; });
async function wait(name) {
  log('before', name);
  log('after', name, await pending);
}
wait('a');
wait('b');
log('end');
setImmediate(() => {
  log('release');
  release(5);
  log('released');
});
