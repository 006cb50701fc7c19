'use strict';
// worker.stdin, worker.stdout and worker.stderr: the parent's ends.

const { typedArraySlice } = require('core/intrinsics');

function make(send, hasInput) {
  const Readable = require('stream/readable');
  const output = () => new Readable({ read() {} });
  const streams = { stdin: null, stdout: output(), stderr: output() };
  if (hasInput) {
    const Writable = require('stream/writable');
    streams.stdin = new Writable({
      write(chunk, encoding, callback) {
        send(typedArraySlice(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length)));
        callback();
      },
      final(callback) {
        send(null);
        callback();
      },
    });
  }
  return streams;
}

module.exports = { make };
