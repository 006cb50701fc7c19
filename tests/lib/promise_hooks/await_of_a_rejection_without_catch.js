'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function fail() {
  await Promise.reject(new Error('no'));
  log('never');
}
fail().then(() => log('never'), (error) => log('caught', error.message));
log('end');
