'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function down(n) {
  if (n === 0) return 0;
  down(n - 1);
  log('called', n);
  await null;
  log('after', n);
}
down(2);
log('end');
