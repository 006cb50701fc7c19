'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

const { AsyncResource } = require('async_hooks');
const resource = new AsyncResource('Mine');
async function wait(name) {
  log(name);
  await null;
  log(name, 'after');
}
resource.runInAsyncScope(() => {
  wait('inside').then(() => log('then'));
  log('left');
});
wait('outside');
log('end');
