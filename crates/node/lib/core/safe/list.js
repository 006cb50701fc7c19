'use strict';
// Arrays that inherit nothing, for scheduling and for reports of errors. `array[i] = value` beyond the length looks for a setter
// of that index on Array.prototype and Object.prototype, and a program can define one. These arrays do not leave lib/.

const { arrayFill, call, setPrototypeOf } = require('engine');

class List extends Array {
  // Written out: the implicit constructor spreads its arguments.
  constructor(length) { super(length); }
}
setPrototypeOf(List.prototype, null);

const newList = () => new List(0);

// core/intrinsics.js is not loaded for fill: every program with a timer would pay for that.
function filledList(length, value) {
  const list = new List(length);
  if (arrayFill.call === call) return arrayFill.call(list, value);
  for (let i = 0; i < length; i++) list[i] = value;
  return list;
}

module.exports = { filledList, newList };
