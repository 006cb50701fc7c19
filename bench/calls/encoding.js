'use strict';
// TextEncoder, TextDecoder, atob and btoa.
const { eight } = require('./fixtures/eight.js');

const short = eight((index) => `hello ${index}`);
const ascii = eight((index) => `${index} some text `.repeat(80).slice(0, 1024));
const accents = eight((index) => `${index} häßlich žluťoučký kůň `.repeat(50).slice(0, 800));
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const fatal = new TextDecoder('utf-8', { fatal: true });
const utf16 = new TextDecoder('utf-16le');
const latin1 = new TextDecoder('latin1');
const shortBytes = short.map((text) => encoder.encode(text));
const asciiBytes = ascii.map((text) => encoder.encode(text));
const accentBytes = accents.map((text) => encoder.encode(text));
const wideBytes = ascii.map((text) => new Uint8Array(Buffer.from(text, 'utf16le')));
const base64 = ascii.map((text) => btoa(text));
const target = new Uint8Array(4096);

exports.calls = {
  'TextEncoder encode short': (turn) => encoder.encode(short[turn & 7]),
  'TextEncoder encode 1 KB ASCII': (turn) => encoder.encode(ascii[turn & 7]),
  'TextEncoder encode 1 KB with accents': (turn) => encoder.encode(accents[turn & 7]),
  'TextEncoder encodeInto': (turn) => encoder.encodeInto(ascii[turn & 7], target),
  'new TextEncoder': () => new TextEncoder(),
  'TextDecoder decode short': (turn) => decoder.decode(shortBytes[turn & 7]),
  'TextDecoder decode 1 KB ASCII': (turn) => decoder.decode(asciiBytes[turn & 7]),
  'TextDecoder decode 1 KB with accents': (turn) => decoder.decode(accentBytes[turn & 7]),
  'TextDecoder fatal, 1 KB with accents': (turn) => fatal.decode(accentBytes[turn & 7]),
  'TextDecoder in pieces': (turn) => decoder.decode(accentBytes[turn & 7].subarray(0, 101), { stream: true }) + decoder.decode(),
  'TextDecoder utf-16le': (turn) => utf16.decode(wideBytes[turn & 7]),
  'TextDecoder latin1': (turn) => latin1.decode(asciiBytes[turn & 7]),
  'new TextDecoder and decode': (turn) => new TextDecoder().decode(shortBytes[turn & 7]),
  'btoa short': (turn) => btoa(short[turn & 7]),
  'btoa 1 KB': (turn) => btoa(ascii[turn & 7]),
  'atob short': (turn) => atob(base64[turn & 7].slice(0, 16)),
  'atob 1 KB': (turn) => atob(base64[turn & 7]),
};
