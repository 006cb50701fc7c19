'use strict';
// Methods that strings, arrays and other classes have, by the type of the value.

const {
  arrayConcat, arrayIncludes, arrayIndexOf, arrayIsArray, arrayLastIndexOf, arraySlice, stringIncludes, stringIndexOf,
  stringLastIndexOf, stringSlice,
} = require('core/intrinsics');

function sliceOf(value, from, to) {
  if (typeof value === 'string') return stringSlice(value, from, to);
  return arrayIsArray(value) ? arraySlice(value, from, to) : value.slice(from, to);
}

function indexIn(value, wanted, from) {
  if (typeof value === 'string') return stringIndexOf(value, wanted, from);
  return arrayIsArray(value) ? arrayIndexOf(value, wanted, from) : value.indexOf(wanted, from);
}

function lastIndexIn(value, wanted, from) {
  if (typeof value === 'string') return stringLastIndexOf(value, wanted, from);
  return arrayIsArray(value) ? arrayLastIndexOf(value, wanted) : value.lastIndexOf(wanted, from);
}

function isIn(value, wanted, from) {
  if (typeof value === 'string') return stringIncludes(value, wanted, from);
  return arrayIsArray(value) ? arrayIncludes(value, wanted, from) : value.includes(wanted, from);
}

function concatOf(value, more) {
  return arrayIsArray(value) ? arrayConcat(value, more) : value.concat(more);
}

module.exports = { concatOf, indexIn, isIn, lastIndexIn, sliceOf };
