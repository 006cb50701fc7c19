'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

let release;
const promise = new Promise((resolve) => { release = resolve; });
promise.then(() => log('one'));
promise.then(() => log('two'));
promise.then(() => { log('three'); return promise; }).then(() => log('four'));
log('made');
release();
log('end');
