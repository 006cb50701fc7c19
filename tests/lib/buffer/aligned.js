'use strict';
// Memory at an address that is a multiple of something: what is asked for, what is refused.

const attempt = (act) => {
  try {
    return act();
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};
for (const alignment of [undefined, 0, 1, 2, 3, 8, 64, 4096, -1, 1.5, NaN, '8', null]) {
  for (const allocate of [Buffer.allocUnsafe, Buffer.allocUnsafeSlow]) {
    console.log(alignment, attempt(() => allocate(10, alignment).length), attempt(() => allocate(0, alignment).length));
  }
}
console.log(attempt(() => Buffer.allocUnsafe('x', 64)), attempt(() => Buffer.allocUnsafe(-1, 'a')));
console.log(Buffer.allocUnsafeSlow(10, 4096).buffer.byteLength, Buffer.allocUnsafe.length, Buffer.allocUnsafeSlow.length);
