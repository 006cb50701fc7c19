'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function one() { await null; throw new Error('deep'); }
async function two() { await one(); }
async function three() { try { return await two(); } catch (error) { log('caught', error.message); return 3; } }
three().then((value) => log('value', value));
log('end');
