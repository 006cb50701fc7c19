'use strict';
// A message on its way to another thread: text, memory, and ports.
//
// The text is JSON, which the engine reads faster than anything that JavaScript could. What JSON has no word for stands in an
// object whose only key is NUL (an object that has such a key itself is written that way, too):
//
//   { a: 1, when: new Date(5) }            {"a":1,"when":{"\0":["date",5]}}
//
// Most messages have none of these, and nobody looks at them again after JSON.parse. In the others ("s" before the text)
// every object has a number, in the order in which they begin, by which a second mention of it refers to the first.
//
// Who writes and who reads that is loaded with the first message that needs it: a new worker has none at first, and every file
// that it need not load brings its start forward.

const { stringify, parse } = require('engine').JSON;
const { post: postTo } = binding('messaging');

const MARK = '\0';
const ERRORS = { __proto__: null, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

let write;

// { text, memory, ports }. Ports and buffers of the list are given up only when all of the value could be written.
function encode(value, list = [], source = undefined) {
  if (typeof value === 'string' && list.length === 0) return { text: stringify(value), memory: [], ports: undefined };
  write ??= require('messaging/writer').encode;
  return write(value, list, source);
}

// To the other side of `end`; false where that is gone.
function post(end, { text, memory, ports }) {
  if (memory.length === 0) return postTo(end, text, ports);
  const isPosted = postTo(end, text, ports, ...memory);
  require('messaging/writer').detachTransferred(memory);
  return isPosted;
}

// What binding('messaging').take() gave: { value, ports }.
function decode(raw) {
  const isTextOnly = typeof raw === 'string';
  const text = isTextOnly ? raw : raw[0];
  if (isTextOnly && text[0] !== 's') return { value: parse(text), ports: [] };
  const [ids, ...memory] = isTextOnly ? [[]] : raw.slice(1);
  const ports = ids.length > 0 ? ids.map(require('messaging/port').portFromEnd) : [];
  if (text[0] !== 's') return { value: parse(text), ports };
  const { Reader } = require('messaging/reader');
  return { value: new Reader(memory, ports).read(parse(text.slice(1))), ports };
}

module.exports = { ERRORS, MARK, decode, encode, post };
