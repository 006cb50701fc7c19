'use strict';
const { Blob, File, resolveObjectURL } = require('buffer');
const { eight } = require('./fixtures/eight.js');

const texts = eight((index) => `${index} some text `.repeat(20));
const bytes = new Uint8Array(1024).fill(120);
const parts = ['one', bytes, 'two', new Blob(['three'])];
const blob = new Blob([bytes, bytes]);
const address = URL.createObjectURL(blob);

exports.calls = {
  'new Blob of text': (turn) => new Blob([texts[turn & 7]]),
  'new Blob of bytes': () => new Blob([bytes]),
  'new Blob of 4 parts': () => new Blob(parts, { type: 'text/plain' }),
  'new File': (turn) => new File([texts[turn & 7]], 'file.txt', { type: 'text/plain', lastModified: 0 }),
  'size and type': (turn) => (turn & 1 ? blob.size : blob.type.length),
  slice: (turn) => blob.slice(turn & 63, 1024),
  stream: () => blob.stream(),
  'createObjectURL and revokeObjectURL': () => URL.revokeObjectURL(URL.createObjectURL(blob)),
  resolveObjectURL: () => resolveObjectURL(address),
};

exports.operations = {
  text: (turn) => new Blob([texts[turn & 7]]).text(),
  arrayBuffer: () => blob.arrayBuffer(),
  bytes: () => blob.bytes(),
  'stream, read to its end': async () => {
    let length = 0;
    for await (const chunk of blob.stream()) length += chunk.length;
    return length;
  },
};
