export function f() {
  throw new RangeError('thrown');
}
f();
