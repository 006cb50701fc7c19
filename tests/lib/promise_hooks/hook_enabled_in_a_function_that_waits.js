'use strict';
const { hook, log } = require('../promise_events');

async function main() {
  log('one');
  hook.enable();
  await null;
  log('two');
  await inner();
  log('three');
}
async function inner() {
  log('inner');
  await null;
  log('inner after');
}
main().then(() => log('then'));
