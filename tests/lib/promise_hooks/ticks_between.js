'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function wait() {
  process.nextTick(() => log('tick of wait'));
  await null;
  log('after');
  process.nextTick(() => log('tick after'));
  await null;
  log('last');
}
wait();
process.nextTick(async () => {
  log('tick');
  await null;
  log('in tick after');
});
log('end');
