'use strict';
const { hook, log } = require('../promise_events');

async function wait() {
  log('one');
  await null;
  log('two');
  hook.disable();
  await null;
  log('three');
  hook.enable();
  await null;
  log('four');
}
wait().then(() => log('then'));
log('end');
