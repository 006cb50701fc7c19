'use strict';

// Adds to the stack of an unhandled 'error' event where it was emitted.

const {
  arrayFilter, arrayJoin, arraySplice, objectDefineProperty, stringSplit, stringStartsWith, symbolFor,
} = require('core/intrinsics');
const { indexIn, isIn } = require('core/safe/lists');
const { stackOf } = require('core/stack');

const kEmittedAt = symbolFor('hexloop.emittedAt');

const framesOf = (stack) => arrayFilter(stringSplit(stack, '\n'), (line) => stringStartsWith(line, '    at '));

function append(error) {
  const emission = error[kEmittedAt];
  if (emission === undefined) return;
  delete error[kEmittedAt];
  let own;
  let original;
  try {
    own = arrayFilter(framesOf(stackOf(emission.at)), (line) => !isIn(line, '(node:events:'));
    original = stackOf(error);
  } catch {
    return;
  }
  if (typeof original !== 'string') return;
  shorten(own, framesOf(original));
  const suffix = emission.name && emission.name !== 'EventEmitter' ? ` on ${emission.name} instance` : '';
  objectDefineProperty(error, 'stack', {
    __proto__: null,
    value: `${original}\nEmitted 'error' event${suffix} at:\n${arrayJoin(own, '\n')}`,
    writable: true, configurable: true, enumerable: false,
  });
}

// A long run of frames that both stacks share is printed once.
function shorten(own, original) {
  for (let start = 0; start < own.length - 3; start++) {
    const at = indexIn(original, own[start]);
    if (at === -1) continue;
    let length = 1;
    while (start + length < own.length && own[start + length] === original[at + length]) length++;
    if (length > 3) {
      arraySplice(own, start + 1, length - 2, '    [... lines matching original stack trace ...]');
      return;
    }
  }
}

module.exports = { append, kEmittedAt };
