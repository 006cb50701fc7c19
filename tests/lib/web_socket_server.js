'use strict';
// A WebSocket server for tests, which may violate the protocol: the path of the URL chooses what it does.
//   head(accept, request)   the answer's head     open(socket, frame, request)     frame(frame, socket, makeFrame)

const crypto = require('crypto');
const http = require('http');

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

function makeFrame(opcode, payload, { fin = true, rsv = 0 } = {}) {
  payload = Buffer.from(payload);
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65536 ? 4 : 10);
  head[0] = (fin ? 0x80 : 0) | rsv | opcode;
  head[1] = length < 126 ? length : length < 65536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

// The first frame of the bytes, or undefined.
function readFrame(bytes) {
  if (bytes.length < 2) return undefined;
  let length = bytes[1] & 127;
  let at = 2;
  if (length > 125) {
    at = length === 126 ? 4 : 10;
    if (bytes.length < at) return undefined;
    length = at === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  }
  const masked = (bytes[1] & 128) !== 0;
  const mask = bytes.subarray(at, at += masked ? 4 : 0);
  if (bytes.length < at + length) return undefined;
  const payload = Buffer.from(bytes.subarray(at, at + length));
  if (masked) for (let i = 0; i < length; i++) payload[i] ^= mask[i & 3];
  return { opcode: bytes[0] & 15, masked, payload, size: at + length };
}

const CLOSE = 8;
function echo({ opcode, payload }, socket) {
  socket.write(makeFrame(opcode, payload));
  if (opcode === CLOSE) socket.end();
}

const usualHead = (accept) => `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;

function start(scenes) {
  const server = http.createServer((req, res) => res.writeHead(403).end('no'));
  server.on('upgrade', (req, socket) => {
    const { head = usualHead, open, frame = echo } = scenes[req.url.slice(1)] ?? {};
    let bytes = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.write(head(crypto.createHash('sha1').update(req.headers['sec-websocket-key'] + GUID).digest('base64'), req));
    open?.(socket, makeFrame, req);
    socket.on('data', (more) => {
      bytes = Buffer.concat([bytes, more]);
      for (let got; (got = readFrame(bytes)) !== undefined; bytes = bytes.subarray(got.size)) frame(got, socket, makeFrame);
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

module.exports = { start };
