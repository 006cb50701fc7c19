'use strict';
// 1 GB from a stream through pipe() to a socket. The chunks are created once: the output path is measured, not a disk.

const http = require('node:http');
const { Readable } = require('node:stream');

const SIZE = 1 << 30;
const chunk = Buffer.alloc(64 * 1024, 'x');

function gigabyte() {
  let left = SIZE;
  return new Readable({
    read() {
      left -= chunk.length;
      this.push(chunk);
      if (left === 0) this.push(null);
    },
  });
}

const server = http.createServer((req, res) => {
  res.setHeader('Content-Length', SIZE);
  gigabyte().pipe(res);
});
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
