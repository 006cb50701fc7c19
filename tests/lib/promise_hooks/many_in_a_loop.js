'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function step(n) { return n; }
async function main() {
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += await step(i);
  log(sum);
}
main();
