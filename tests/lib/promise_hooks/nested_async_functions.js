'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function inner(n) {
  log('inner', n);
  await null;
  log('inner after', n);
  return n;
}
async function outer() {
  log('outer');
  const a = await inner(1);
  log('outer between');
  const b = await inner(2);
  log('outer after');
  return a + b;
}
outer().then((sum) => log('sum', sum));
log('end');
