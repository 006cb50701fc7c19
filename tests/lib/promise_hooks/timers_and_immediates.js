'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function wait(name) {
  log(name);
  await null;
  log(name, 'after');
}
setImmediate(() => {
  wait('immediate');
  setTimeout(() => {
    wait('timeout').then(() => log('waited'));
  }, 1);
});
log('end');
