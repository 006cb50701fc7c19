'use strict';
// A property that cannot be written is distinguished from a constant.
const constant = 1;
const frozen = Object.freeze({ a: 1, inner: Object.freeze({ b: 1 }) });
const list = Object.freeze([1, 2]);
for (const assign of [
  () => { constant = 2; },
  () => { frozen.a = 2; },
  () => { frozen['a'] = 2; },
  () => { frozen.inner.b = 2; },
  () => { frozen.a++; },
  () => { list[0] = 5; },
  () => { Math.PI = 3; },
  () => { (function itself() { itself = 1; })(); },
]) {
  try {
    assign();
  } catch ({ name, message }) {
    console.log(String(assign), name, message);
  }
}
