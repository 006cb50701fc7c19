'use strict';
// The standard streams of a worker. Its output is sent to the parent, which prints it unless configured otherwise.

const globals = require('globals');
const { arrayPush, arraySplice, typedArraySlice } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const streams = { __proto__: null };

function output(name) {
  const Writable = require('stream/writable');
  const { self } = require('worker/thread');
  const stream = new Writable({
    decodeStrings: true,
    writev(chunks, callback) {
      for (const { chunk } of each(chunks)) self.send({ is: 'output', name, bytes: typedArraySlice(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length)) });
      callback();
    },
  });
  stream.fd = name === 'stdout' ? 1 : 2;
  stream._isStdio = true;
  return stream;
}

// Input that arrived before the stream was created.
const earlyInput = [];

function input() {
  const Readable = require('stream/readable');
  const { self } = require('worker/thread');
  let isOver = !self.startupData.hasInput;
  const stream = new Readable({
    read() {
      if (!isOver) self.ref();
    },
    destroy(error, callback) {
      self.unref();
      callback(error);
    },
  });
  stream.on('pause', () => self.unref());
  stream.give = (bytes) => {
    if (bytes === null) {
      isOver = true;
      self.unref();
    }
    stream.push(bytes === null ? null : globals.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  };
  stream.fd = 0;
  if (!self.startupData.hasInput) stream.push(null);
  for (const bytes of each(arraySplice(earlyInput, 0, earlyInput.length))) stream.give(bytes);
  return stream;
}

function receiveInput(bytes) {
  if (streams.stdin === undefined) arrayPush(earlyInput, bytes);
  else streams.stdin.give(bytes);
}

function open(name) {
  return streams[name] ??= name === 'stdin' ? input() : output(name);
}

module.exports = { open, receiveInput };
