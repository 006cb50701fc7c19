'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

const one = Promise.resolve(1);
Promise.all([one, 2, new Promise((resolve) => { setImmediate(resolve, 3); })]).then((values) => log('values', values));
log('end');
