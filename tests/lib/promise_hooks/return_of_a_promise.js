'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function inner() { await null; return 1; }
async function outer() { return inner(); }
async function resolved() { return Promise.resolve(2); }
outer().then((value) => log('outer', value));
resolved().then((value) => log('resolved', value));
log('end');
