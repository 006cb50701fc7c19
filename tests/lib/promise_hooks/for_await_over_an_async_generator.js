'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function* count() {
  yield 1;
  await null;
  yield 2;
}
async function main() {
  for await (const n of count()) log(n);
  log('done');
}
main();
