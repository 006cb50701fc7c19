'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

class Sub extends Promise {}
const sub = new Sub((resolve) => resolve(1));
sub.then((value) => log('value', value));
Sub.resolve(2).then((value) => log('value', value));
async function wait() { log('awaited', await sub); }
wait();
log('end');
