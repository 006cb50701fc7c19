'use strict';
// The promise job of the first clears the second, the last of its phase. What was added meanwhile waits for the next turn,
// behind the timer that has become due.
setImmediate(() => {
  console.log('first');
  setImmediate(() => console.log('of the next turn'));
  setTimeout(() => console.log('timer'), 1);
  const begin = Date.now();
  while (Date.now() - begin < 5);
  Promise.resolve().then(() => clearImmediate(second));
});
const second = setImmediate(() => console.log('never'));
