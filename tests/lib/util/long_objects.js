'use strict';
// inspect of objects whose text is much longer than they are: every level holds the whole rest again.

const { inspect } = require('util');

let last = {};
const first = last;
for (let i = 0; i < 60; i++) {
  last.next = { first, last, inner: { a: 1, b: 2, c: true } };
  last = last.next;
  first[i] = last;
}
const text = inspect(first, { depth: Infinity });
let hash = 7;
for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
console.log(text.length, text.split('\n').length, hash);
