'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function fail() { throw new Error('no'); }
const promise = fail();
promise.catch((error) => log('caught', error.message));
log('end');
