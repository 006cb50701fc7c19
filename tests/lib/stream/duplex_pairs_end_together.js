'use strict';
// One side of a duplexPair that is destroyed ends the other one, or destroys it without its error.
const { duplexPair } = require('stream');

for (const how of ['destroy', 'error', 'end', 'the other']) {
  const [one, other] = duplexPair();
  for (const [name, side] of [['one', one], ['other', other]]) {
    for (const event of ['error', 'close', 'end', 'finish']) side.on(event, (error) => console.log(how, name, event, error?.message));
    side.resume();
  }
  if (how === 'destroy') one.destroy();
  if (how === 'error') one.destroy(new Error('of one'));
  if (how === 'end') one.end();
  if (how === 'the other') {
    other.write('x');
    other.destroy();
  }
  console.log(how, one.destroyed, other.destroyed);
  process.nextTick(() => console.log(how, 'a tick later', one.destroyed, other.destroyed));
}
