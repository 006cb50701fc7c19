'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function* count() {
  log('begin');
  yield 1;
  log('between');
  yield 2;
  log('finish');
}
async function main() {
  const numbers = count();
  log((await numbers.next()).value);
  log((await numbers.next()).value);
  log((await numbers.next()).done);
}
main();
