'use strict';
// All immediates set in one go, then run in one check phase.
const count = 3e5;
let done = 0;

function fired() {
  if (++done < count) return;
  const ns = Number(process.hrtime.bigint() - begin);
  console.log(`result ${done}`);
  console.log(`ns ${ns / count}`);
}

const begin = process.hrtime.bigint();
for (let i = 0; i < count; i++) setImmediate(fired);
