'use strict';
const { StringDecoder } = require('string_decoder');
const { eight } = require('./fixtures/eight.js');

const ascii = eight((index) => Buffer.from(`${index} some text `.repeat(20)));
const accents = eight((index) => Buffer.from(`${index} häßlich žluťoučký kůň `.repeat(10)));
const euro = Buffer.from('€');
const start = euro.subarray(0, 1);
const rest = euro.subarray(1);
const utf8 = new StringDecoder('utf8');
const utf16 = new StringDecoder('utf16le');
const base64 = new StringDecoder('base64');
const hex = new StringDecoder('hex');

exports.calls = {
  'new StringDecoder': () => new StringDecoder('utf8'),
  'write ASCII': (turn) => utf8.write(ascii[turn & 7]),
  'write with accents': (turn) => utf8.write(accents[turn & 7]),
  'write a character in two pieces': () => utf8.write(start) + utf8.write(rest),
  'write utf16le': (turn) => utf16.write(ascii[turn & 7]),
  'write base64': (turn) => base64.write(ascii[turn & 7]),
  'write hex': (turn) => hex.write(ascii[turn & 7]),
  end: (turn) => utf8.end(ascii[turn & 7]),
};
