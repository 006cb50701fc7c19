'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

const promise = Promise.resolve(1);
log(Promise.resolve(promise) === promise);
Promise.resolve({ then(resolve) { log('thenable'); resolve(5); } }).then((value) => log('value', value));
Promise.reject(1).catch((reason) => log('reason', reason));
log('end');
