'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

Promise.allSettled([Promise.reject(0), Promise.resolve(2)]).then((list) => log('settled', list.length));
log('end');
