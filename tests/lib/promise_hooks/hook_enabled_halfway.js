'use strict';
const { hook, log } = require('../promise_events');

const early = Promise.resolve(1);
const chained = early.then(() => log('early reaction'));
async function wait() {
  log('one');
  await null;
  log('two');
  await null;
  log('three');
}
const waiting = wait();
hook.enable();
log('enabled');
early.then(() => log('later reaction'));
waiting.then(() => log('waited'));
