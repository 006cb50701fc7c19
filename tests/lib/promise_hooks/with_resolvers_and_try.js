'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

const { promise, resolve } = Promise.withResolvers();
promise.then((value) => log('value', value));
resolve(1);
Promise.try(() => { log('try'); return 2; }).then((value) => log('tried', value));
Promise.try(() => { throw new Error('no'); }).catch((error) => log('caught', error.message));
log('end');
