'use strict';
// node:stream/consumers: the contents of a stream (or any async iterable) as one value.

const globals = require('globals');
const { arrayBufferStaticIsView, arrayPush, jsonParse } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');

// The chunks, concatenated.
async function collect(stream) {
  const chunks = [];
  for await (const chunk of stream) arrayPush(chunks, bytesOf(chunk));
  return globals.Buffer.concat(chunks);
}

// As Blob treats a chunk: bytes are taken as they are, anything else is converted to a string.
function bytesOf(chunk) {
  if (arrayBufferStaticIsView(chunk)) return globals.Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (chunk instanceof ArrayBuffer) return globals.Buffer.from(chunk);
  return globals.Buffer.from(`${chunk}`);
}

async function blob(stream) {
  const { Blob } = require('buffer/blob');
  const chunks = [];
  for await (const chunk of stream) arrayPush(chunks, chunk);
  return new Blob(chunks);
}

async function arrayBuffer(stream) {
  const whole = await collect(stream);
  return sliceOf(whole.buffer, whole.byteOffset, whole.byteOffset + whole.byteLength);
}

async function buffer(stream) {
  return globals.Buffer.from(await arrayBuffer(stream));
}

async function bytes(stream) {
  return new Uint8Array(await arrayBuffer(stream));
}

async function text(stream) {
  const decoder = new globals.TextDecoder();
  let whole = '';
  for await (const chunk of stream) {
    whole += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  return whole + decoder.decode(undefined, { stream: false });
}

async function json(stream) {
  return jsonParse(await text(stream));
}

module.exports = { arrayBuffer, blob, buffer, bytes, text, json };
