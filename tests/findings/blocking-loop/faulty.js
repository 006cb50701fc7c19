'use strict';
// Sums are made in one go, within a callback.
const cpu = () => process.threadCpuUsage().user / 1000;
function primesBelow(limit) {
  let count = 0;
  for (let number = 2; number < limit; number++) {
    let divisor = 2;
    while (divisor * divisor <= number && number % divisor !== 0) divisor++; // <- blocked
    if (divisor * divisor > number) count++;
  }
  return count;
}

setImmediate(() => {
  const began = cpu();
  let limit = 1e5;
  while (cpu() - began < 400) primesBelow(limit += 1e5);
  console.log('done');
});
