'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

const promise = Promise.resolve(1);
promise
  .then((value) => { log('then', value); throw new Error('no'); })
  .catch((error) => { log('catch', error.message); return 2; })
  .finally(() => { log('finally'); })
  .then((value) => log('last', value));
log('end');
