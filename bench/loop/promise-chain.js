'use strict';
// One promise job at a time: each `then` callback makes the next promise.
const count = 1e6;
let done = 0;

function step() {
  if (++done < count) return void Promise.resolve().then(step);
  const ns = Number(process.hrtime.bigint() - begin);
  console.log(`result ${done}`);
  console.log(`ns ${ns / count}`);
}

const begin = process.hrtime.bigint();
Promise.resolve().then(step);
