'use strict';
// fn.call and fn.apply that work even if a program has replaced them. See core/intrinsics.js.

const { call } = require('engine');

const reflectApply = (fn, self, args) => require('core/intrinsics').reflectApply(fn, self, args);

// fn.call(self, …) by the number of arguments.
const call0 = (fn, self) => (fn.call === call ? fn.call(self) : reflectApply(fn, self, []));
const call1 = (fn, self, a) => (fn.call === call ? fn.call(self, a) : reflectApply(fn, self, [a]));
const call2 = (fn, self, a, b) => (fn.call === call ? fn.call(self, a, b) : reflectApply(fn, self, [a, b]));
const call3 = (fn, self, a, b, c) => (fn.call === call ? fn.call(self, a, b, c) : reflectApply(fn, self, [a, b, c]));
const call4 = (fn, self, a, b, c, d) => (fn.call === call ? fn.call(self, a, b, c, d) : reflectApply(fn, self, [a, b, c, d]));

// fn.apply(self, args): args may be undefined.
const applyOn = (fn, self, args) => reflectApply(fn, self, args ?? []);

// fn(first, ...rest).
function callWith(fn, first, rest) {
  switch (rest.length) {
    case 0: return fn(first);
    case 1: return fn(first, rest[0]);
    case 2: return fn(first, rest[0], rest[1]);
    case 3: return fn(first, rest[0], rest[1], rest[2]);
    case 4: return fn(first, rest[0], rest[1], rest[2], rest[3]);
    default: {
      const { each } = require('core/safe/walk');
      return reflectApply(fn, undefined, [first, ...each(rest)]);
    }
  }
}

module.exports = { applyOn, callWith, call0, call1, call2, call3, call4 };
