'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function fail() {
  await null;
  log('throwing');
  throw new Error('no');
}
fail().catch((error) => log('caught', error.message));
log('end');
