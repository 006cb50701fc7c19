'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
async function main() {
  log('start');
  await sleep(1);
  log('one');
  await sleep(1);
  log('two');
}
main();
log('end');
