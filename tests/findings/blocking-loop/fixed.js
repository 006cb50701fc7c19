'use strict';
// The same work in parts, with a turn of the loop between them.
const { setImmediate: turn } = require('node:timers/promises');

function* primes(from) {
  for (let number = from; ; number++) {
    let divisor = 2;
    while (divisor * divisor <= number && number % divisor !== 0) divisor++;
    yield divisor * divisor > number;
  }
}

setImmediate(async () => {
  const began = performance.now();
  const all = primes(2);
  let count = 0;
  while (performance.now() - began < 400) {
    for (let number = 0; number < 2000; number++) if (all.next().value) count++;
    await turn();
  }
  console.log(count > 0 ? 'done' : 'none');
});
