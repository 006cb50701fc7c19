'use strict';
// The format of messages to other threads: text, memory, and ports.
//
// The text is JSON, which the engine parses faster than any JavaScript could. A value that JSON lacks is an object whose only key is
// NUL (an object that itself has such a key is written that way, too):
//
//   { a: 1, when: new Date(5) }            {"a":1,"when":{"\0":["date",5]}}
//
// Most messages contain none of these, and need no second pass after JSON.parse. In the others ("s" before the text) every object has
// a number, in preorder, by which later references refer to the first.
//
// Writer and reader are loaded with the first message that needs them: a new worker has none at first, and every file that it does
// not load makes its start faster.

const {
  arrayMap, classEvalError: EvalError, classReferenceError: ReferenceError, classURIError: URIError,
  jsonParse: parse, jsonStringify: stringify,
} = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { post: postTo } = binding('messaging');

const MARK = '\0';
const ERRORS = { __proto__: null, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

let write;

// Returns { text, memory, ports }. Listed ports and buffers are detached only when the whole value has been written.
function encode(value, list = [], source = undefined) {
  if (typeof value === 'string' && list.length === 0) return { text: stringify(value), memory: [], ports: undefined };
  write ??= require('messaging/writer').encode;
  return write(value, list, source);
}

// Posts to the peer of `end`; false if that is closed.
function post(end, { text, memory, ports }) {
  if (memory.length === 0) return postTo(end, text, ports);
  const isPosted = postTo(end, text, ports, ...each(memory));
  require('messaging/writer').detachTransferred(memory);
  return isPosted;
}

// Decodes the result of binding('messaging').take(): { value, ports }.
function decode(raw) {
  const isTextOnly = typeof raw === 'string';
  const text = isTextOnly ? raw : raw[0];
  if (isTextOnly && text[0] !== 's') return { value: parse(text), ports: [] };
  const ids = isTextOnly ? [] : raw[1];
  const memory = isTextOnly ? [] : sliceOf(raw, 2);
  const ports = ids.length > 0 ? arrayMap(ids, require('messaging/port').portFromEnd) : [];
  if (text[0] !== 's') return { value: parse(text), ports };
  const { Reader } = require('messaging/reader');
  return { value: new Reader(memory, ports).read(parse(sliceOf(text, 1))), ports };
}

module.exports = { ERRORS, MARK, decode, encode, post };
