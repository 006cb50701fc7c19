'use strict';
// One immediate at a time: each one sets the next, so each costs a whole turn of the loop.
const count = 1e6;
let done = 0;

function step() {
  if (++done < count) return setImmediate(step);
  const ns = Number(process.hrtime.bigint() - begin);
  console.log(`result ${done}`);
  console.log(`ns ${ns / count}`);
}

const begin = process.hrtime.bigint();
setImmediate(step);
