'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

Promise.race([new Promise(() => {}), Promise.resolve(1)]).then((value) => log('race', value));
Promise.any([Promise.reject(0), Promise.resolve(2)]).then((value) => log('any', value));
log('end');
