'use strict';
// One tick at a time: each one sets the next, all within one drain of the tick queue.
const count = 1e6;
let done = 0;

function step() {
  if (++done < count) return process.nextTick(step);
  const ns = Number(process.hrtime.bigint() - begin);
  console.log(`result ${done}`);
  console.log(`ns ${ns / count}`);
}

const begin = process.hrtime.bigint();
process.nextTick(step);
