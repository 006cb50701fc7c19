'use strict';
// What is set during the check phase waits for the next one.
setImmediate(() => {
  console.log('first');
  setImmediate(() => console.log('of the next turn'));
  process.nextTick(() => console.log('between two immediates'));
});
setImmediate(() => console.log('second'));
