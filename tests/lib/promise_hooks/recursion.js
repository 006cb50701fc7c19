'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function down(n) {
  log('down', n);
  if (n > 0) await down(n - 1);
  log('up', n);
}
down(3);
log('end');
