'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

const settled = Promise.resolve(1);
async function wait() {
  log('before');
  log('after', await settled);
}
wait();
log('end');
