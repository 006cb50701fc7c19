'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

const promise = Promise.resolve(1);
promise.then().then(null, null).then((value) => log('value', value));
Promise.reject(new Error('no')).then((value) => log('never', value)).catch(() => log('caught'));
log('end');
