'use strict';
// How header lines become `headers`: names in lower case; repeated lines are joined, or the first one counts.

const { arrayPush, objectHasOwn, stringToLowerCase } = require('core/intrinsics');
const { each } = require('core/safe/walk');

// The first one counts.
const ONCE = 1;
const COOKIE = 2;
const LIST = 3;

const rules = { __proto__: null, cookie: COOKIE, 'set-cookie': LIST };
for (const name of each(['age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host',
  'if-modified-since', 'if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'referer',
  'retry-after', 'server', 'user-agent'])) rules[name] = ONCE;

function addTo(headers, field, value, joinsDuplicates) {
  const name = stringToLowerCase(field);
  let before = headers[name];
  // The name may be that of a property of Object.prototype.
  if (before !== undefined && !objectHasOwn(headers, name)) before = undefined;
  const rule = rules[name];
  if (rule === LIST) {
    if (before === undefined) headers[name] = [value];
    else arrayPush(before, value);
  } else if (before === undefined) {
    headers[name] = value;
  } else if (rule === COOKIE) {
    headers[name] = `${before}; ${value}`;
  } else if (rule === undefined || joinsDuplicates) {
    headers[name] = `${before}, ${value}`;
  }
}

function addDistinctTo(headers, field, value) {
  const name = stringToLowerCase(field);
  if (headers[name]) arrayPush(headers[name], value);
  else headers[name] = [value];
}

function headersOf(raw, joinsDuplicates) {
  const headers = {};
  for (let i = 0; i < raw.length; i += 2) addTo(headers, raw[i], raw[i + 1], joinsDuplicates);
  return headers;
}

module.exports = { addDistinctTo, addTo, headersOf };
