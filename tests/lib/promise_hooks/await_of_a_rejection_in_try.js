'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function careful() {
  try {
    await Promise.reject(new Error('no'));
  } catch (error) {
    log('caught', error.message);
  } finally {
    log('finally');
  }
  log('behind');
  return 1;
}
careful();
log('end');
