'use strict';
// One async function that awaits a plain value over and over.
const count = 1e6;

async function main() {
  let sum = 0;
  const begin = process.hrtime.bigint();
  for (let i = 0; i < count; i++) sum += await i;
  const ns = Number(process.hrtime.bigint() - begin);
  console.log(`result ${sum}`);
  console.log(`ns ${ns / count}`);
}

main();
