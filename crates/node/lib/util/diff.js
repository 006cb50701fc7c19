'use strict';

// util.diff and the diffs of assert: Myers' O(ND) algorithm.
// An entry is [operation, value]; 1 is only in `actual`, -1 only in `expected`, 0 in both.

const { arrayIsArray, arrayPush, arrayReverse, classInt32Array: Int32Array } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { codes } = require('core/errors');
const { validateString, validateStringArray } = require('core/validate');

const kInsert = 1;
const kDelete = -1;
const kEqual = 0;

// The edit script from `expected` to `actual`, last entry first. With `same` and `display`, assert treats lines that differ only
// in a trailing comma as equal.
function myersDiff(actual, expected, same = (a, b) => a === b, display = (a) => a) {
  const n = actual.length;
  const m = expected.length;
  const max = n + m;
  if (max > 2 ** 31 - 1) {
    throw new codes.ERR_OUT_OF_RANGE('myersDiff input size', '< 2^31', max);
  }
  // furthest[max + diagonal]: the furthest x reached on a diagonal. Only the diagonals in use are kept per depth.
  const furthest = new Int32Array(2 * max + 3);
  const trace = [];
  for (let depth = 0; depth <= max; depth++) {
    arrayPush(trace, sliceOf(furthest, max - depth, max + depth + 3));
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      const at = diagonal + max + 1;
      const down = diagonal === -depth || (diagonal !== depth && furthest[at - 1] < furthest[at + 1]);
      let x = down ? furthest[at + 1] : furthest[at - 1] + 1;
      let y = x - diagonal;
      while (x < n && y < m && same(actual[x], expected[y])) {
        x++;
        y++;
      }
      furthest[at] = x;
      if (x >= n && y >= m) return backtrack(trace, actual, expected, display);
    }
  }
  return [];
}

function backtrack(trace, actual, expected, display) {
  let x = actual.length;
  let y = expected.length;
  const result = [];
  for (let depth = trace.length - 1; depth >= 0; depth--) {
    const reached = (diagonal) => trace[depth][diagonal + depth + 1];
    const diagonal = x - y;
    const down = diagonal === -depth || (diagonal !== depth && reached(diagonal - 1) < reached(diagonal + 1));
    const previous = down ? diagonal + 1 : diagonal - 1;
    const previousX = reached(previous);
    const previousY = previousX - previous;
    while (x > previousX && y > previousY) {
      arrayPush(result, [kEqual, display(actual[x - 1], expected[y - 1])]);
      x--;
      y--;
    }
    if (depth > 0) {
      if (x > previousX) arrayPush(result, [kInsert, actual[--x]]);
      else arrayPush(result, [kDelete, expected[--y]]);
    }
  }
  return result;
}

function validateSide(value, name) {
  if (arrayIsArray(value)) validateStringArray(value, name);
  else validateString(value, name);
}

function diff(actual, expected) {
  if (actual === expected) return [];
  validateSide(actual, 'actual');
  validateSide(expected, 'expected');
  return arrayReverse(myersDiff(actual, expected));
}

module.exports = { diff, myersDiff, kInsert, kDelete, kEqual };
