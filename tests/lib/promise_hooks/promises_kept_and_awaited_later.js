'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function quick(n) { return n; }
async function slow(n) { await null; return n; }
async function main() {
  const first = quick(1);
  const second = slow(2);
  const third = quick(3);
  log('made');
  log(await third);
  log(await first);
  log(await second);
}
main();
