'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function part(n) { await null; log('part', n); return n; }
async function whole() {
  log('before');
  const parts = await Promise.all([part(1), part(2)]);
  log('after', parts);
}
whole();
log('end');
