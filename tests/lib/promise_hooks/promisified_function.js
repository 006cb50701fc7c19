'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

const { promisify } = require('util');
const wait = promisify((value, callback) => setImmediate(callback, null, value));
async function main() {
  log('start');
  log(await wait(5));
}
main();
log('end');
