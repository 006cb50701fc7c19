'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

const thenable = {
  then(resolve) {
    log('then called');
    resolve(4);
  },
};
async function wait() {
  log('before');
  log('after', await thenable);
}
wait();
log('end');
