'use strict';
// Frames of RFC 6455, as a client receives and sends them.
//
//   0               1               2               3
//   FIN RSV  opcode  MASK length 7   [length 16 or 64]   [mask 32]   payload

const { arrayIncludes, arrayPush } = require('core/intrinsics');
const { Buffer } = require('buffer');

const CONTINUATION = 0;
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const MAX_CONTROL_PAYLOAD = 125;

// A protocol violation of the peer: the close code to send, and the reason.
class ProtocolError extends Error {
  constructor(code, reason) {
    super(reason);
    this.closeCode = code;
  }
}

// Frames of a client are masked, so that intermediaries do not mistake them for something else.
function encode(opcode, payload) {
  const { length } = payload;
  const lengthBytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
  const frame = Buffer.allocUnsafe(2 + lengthBytes + 4 + length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  const at = 2 + lengthBytes;
  require('crypto').randomFillSync(frame, at, 4);
  for (let i = 0; i < length; i++) frame[at + 4 + i] = payload[i] ^ frame[at + (i & 3)];
  return frame;
}

// add() appends bytes; next() returns a complete message or control frame as { opcode, payload }, or undefined.
class FrameReader {
  constructor() {
    this.chunks = [];
    this.length = 0;
    // The fragmented message in progress.
    this.opcode = 0;
    this.parts = [];
  }

  add(bytes) {
    arrayPush(this.chunks, bytes);
    this.length += bytes.length;
  }

  #all() {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0];
  }

  next() {
    for (;;) {
      const frame = this.#frame();
      if (frame === undefined) return undefined;
      const { opcode, isFinal, payload } = frame;
      if (opcode >= CLOSE) return { opcode, payload };
      if (opcode === CONTINUATION ? this.opcode === 0 : this.opcode !== 0) {
        throw new ProtocolError(1002, opcode === CONTINUATION ? 'Unexpected continuation frame' : 'Expected continuation frame');
      }
      if (opcode !== CONTINUATION) this.opcode = opcode;
      arrayPush(this.parts, payload);
      if (!isFinal) continue;
      const message = { opcode: this.opcode, payload: this.parts.length === 1 ? this.parts[0] : Buffer.concat(this.parts) };
      this.opcode = 0;
      this.parts = [];
      return message;
    }
  }

  #frame() {
    if (this.length < 2) return undefined;
    const bytes = this.#all();
    const isFinal = (bytes[0] & 0x80) !== 0;
    const opcode = bytes[0] & 0x0f;
    checkHead(bytes[0], bytes[1], opcode, isFinal);
    let at = 2;
    let length = bytes[1] & 0x7f;
    if (length === 126) {
      if (this.length < 4) return undefined;
      length = bytes.readUInt16BE(2);
      at = 4;
    } else if (length === 127) {
      if (this.length < 10) return undefined;
      const long = bytes.readBigUInt64BE(2);
      if (long > 0x7fffffffn) throw new ProtocolError(1009, 'Received payload length > 2^31 bytes.');
      length = Number(long);
      at = 10;
    }
    if (this.length < at + length) return undefined;
    const payload = bytes.subarray(at, at + length);
    this.length -= at + length;
    this.chunks = this.length === 0 ? [] : [bytes.subarray(at + length)];
    return { opcode, isFinal, payload };
  }
}

function checkHead(first, second, opcode, isFinal) {
  if ((first & 0x70) !== 0) throw new ProtocolError(1002, 'Expected RSV bits to be clear.');
  if ((second & 0x80) !== 0) throw new ProtocolError(1002, 'Frame cannot be masked');
  if (!arrayIncludes([CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG], opcode)) throw new ProtocolError(1002, 'Invalid opcode received');
  if (opcode < CLOSE) return;
  if (!isFinal) throw new ProtocolError(1002, 'Fragmented control frame');
  if ((second & 0x7f) > MAX_CONTROL_PAYLOAD) throw new ProtocolError(1002, 'Payload length exceeds 125 bytes for a control frame');
}

module.exports = { BINARY, CLOSE, FrameReader, MAX_CONTROL_PAYLOAD, PING, PONG, TEXT, ProtocolError, encode };
