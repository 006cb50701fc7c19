'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function wait() {
  log('before');
  await null;
  log('after');
  queueMicrotask(() => log('microtask of wait'));
  await null;
  log('last');
}
queueMicrotask(() => log('microtask'));
wait();
queueMicrotask(() => log('second microtask'));
log('end');
