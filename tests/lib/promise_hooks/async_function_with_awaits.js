'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function twice() {
  log('a');
  await 1;
  log('b');
  await undefined;
  log('c');
  return 3;
}
twice().then((value) => log('got', value));
log('end');
