'use strict';

// util.diff and the diff inside assert's messages: Myers' O(ND) algorithm.
// An entry is [operation, value]; 1 is only in `actual`, -1 only in `expected`, 0 in both.

const { codes } = require('core/errors');
const { validateArray, validateString } = require('core/validate');

const kInsert = 1;
const kDelete = -1;
const kNothing = 0;

// The edit script from `expected` to `actual`, last entry first.
function myersDiff(actual, expected, same = (a, b) => a === b) {
  const n = actual.length;
  const m = expected.length;
  const max = n + m;
  if (max > 2 ** 31 - 1) {
    throw new codes.ERR_OUT_OF_RANGE('myersDiff input size', '< 2^31', max);
  }
  const furthest = new Int32Array(2 * max + 1);
  const trace = [];
  for (let depth = 0; depth <= max; depth++) {
    trace.push(furthest.slice());
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      const offset = diagonal + max;
      const down = furthest[offset + 1];
      const across = furthest[offset - 1] + 1;
      let x = diagonal === -depth || (diagonal !== depth && furthest[offset - 1] < down) ? down : across;
      if (offset + 1 > 2 * max) x = across;
      let y = x - diagonal;
      while (x < n && y < m && same(actual[x], expected[y])) {
        x++;
        y++;
      }
      furthest[offset] = x;
      if (x >= n && y >= m) return backtrack(trace, actual, expected);
    }
  }
  return [];
}

function backtrack(trace, actual, expected) {
  const max = actual.length + expected.length;
  let x = actual.length;
  let y = expected.length;
  const result = [];
  for (let depth = trace.length - 1; depth >= 0; depth--) {
    const furthest = trace[depth];
    const diagonal = x - y;
    const offset = diagonal + max;
    const previous = diagonal === -depth || (diagonal !== depth && furthest[offset - 1] < furthest[offset + 1])
      ? diagonal + 1
      : diagonal - 1;
    const previousX = furthest[previous + max];
    const previousY = previousX - previous;
    while (x > previousX && y > previousY) {
      result.push([kNothing, actual[x - 1]]);
      x--;
      y--;
    }
    if (depth > 0) {
      if (x > previousX) result.push([kInsert, actual[--x]]);
      else result.push([kDelete, expected[--y]]);
    }
  }
  return result;
}

function diff(actual, expected) {
  if (actual === expected) return [];
  if (Array.isArray(actual)) validateArray(expected, 'expected');
  else validateString(actual, 'actual');
  if (!Array.isArray(actual)) validateString(expected, 'expected');
  return myersDiff(actual, expected).reverse();
}

module.exports = { diff, myersDiff };
