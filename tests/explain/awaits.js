'use strict';
// Two functions that take turns.
async function steps(name) {
  console.log(name, 1);
  await null;
  console.log(name, 2);
  await null;
  console.log(name, 3);
}
steps('a');
steps('b');
console.log('called');
