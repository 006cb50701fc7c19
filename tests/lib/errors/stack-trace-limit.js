'use strict';
// How many lines follow the header, for each value of the limit; null where there is no stack.
const lines = (stack) => (typeof stack === 'string' ? `${stack.split('\n')[0]} + ${Math.min(stack.split('\n').length - 1, 2)}` : String(stack));
const limits = [10, 0, -1, 1, 0.5, 1.9, Infinity, -Infinity, NaN, '3', undefined, null, {}, true];
for (const limit of limits) {
  Error.stackTraceLimit = limit;
  const error = new RangeError('made');
  const captured = {};
  Error.captureStackTrace(captured);
  console.log(typeof limit, String(limit), '|', lines(error.stack), '|', lines(captured.stack));
}
delete Error.stackTraceLimit;
console.log('deleted |', lines(new Error('made').stack));
