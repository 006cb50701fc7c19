'use strict';
// multipart/form-data: encodes a FormData, and decodes one.

const { replaceIn } = require('core/safe/patterns');
const {
  arrayIncludes, arrayPush, globalDecodeURIComponent: decodeURIComponent, mathFloor, mathMax, mathRandom, regexpExec,
  stringPadStart, stringToLowerCase, stringTrim,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');
const globals = require('globals');
const { Buffer } = require('buffer');
const { FormData, entriesOf } = require('fetch/form_data');

const escaped = (text) => replaceIn(replaceIn(text, /\r\n?|\n/g, (end) => (end === '\n' ? '%0A' : end === '\r' ? '%0D' : '%0D%0A')), /"/g, '%22');
const normalizeNewlines = (text) => replaceIn(text, /\r\n?|\n/g, '\r\n');

// The parts in order, text as bytes and files as they are, with their total length and the content type with the boundary.
function encode(form) {
  const boundary = `----formdata-hexloop-${stringPadStart(String(mathFloor(mathRandom() * 1e11)), 11, '0')}`;
  const parts = [];
  let length = 0;
  const add = (part, size) => {
    arrayPush(parts, part);
    length += size;
  };
  const addText = (text) => {
    const bytes = Buffer.from(text);
    add(bytes, bytes.length);
  };
  for (const { 0: name, 1: value } of each(entriesOf(form))) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(normalizeNewlines(name))}"`;
    if (typeof value === 'string') {
      addText(`${head}\r\n\r\n${normalizeNewlines(value)}\r\n`);
      continue;
    }
    addText(`${head}; filename="${escaped(value.name)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`);
    add(value, value.size);
    addText('\r\n');
  }
  addText(`--${boundary}--\r\n`);
  return { parts, length, type: `multipart/form-data; boundary=${boundary}` };
}

// ---- decoding

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  startsWith(text) {
    return this.bytes.toString('latin1', this.at, this.at + text.length) === text;
  }

  expect(text, message) {
    if (!this.startsWith(text)) throw new TypeError(message);
    this.at += text.length;
  }

  until(pattern) {
    const from = this.at;
    while (this.at < this.bytes.length && !arrayIncludes(pattern, this.bytes[this.at])) this.at++;
    return this.bytes.toString('latin1', from, this.at);
  }

  skipBlanks() {
    while (this.bytes[this.at] === 0x20 || this.bytes[this.at] === 0x09) this.at++;
  }
}

const CR = 13;
const LF = 10;

function decode(bytes, boundary) {
  const form = new FormData();
  const delimiter = `--${boundary}`;
  const reader = new Reader(bytes);
  reader.at = bytes.indexOf(delimiter, 0, 'latin1');
  if (boundary === '' || reader.at === -1) throw new TypeError('no boundary found in multipart body');
  for (;;) {
    reader.expect(delimiter, 'expected boundary');
    if (reader.startsWith('--')) return form;
    reader.expect('\r\n', 'expected CRLF');
    const head = readHead(reader);
    const end = bytes.indexOf(`\r\n${delimiter}`, reader.at - 2, 'latin1');
    if (end === -1) throw new TypeError('expected boundary after body');
    addPart(form, head, bytes.subarray(reader.at, mathMax(end, reader.at)));
    reader.at = end + 2;
  }
}

function readHead(reader) {
  const head = { name: null, filename: null, type: null, encoding: null };
  while (!reader.startsWith('\r\n')) {
    const name = stringTrim(reader.until([CR, LF, 0x3a]));
    reader.expect(':', 'expected :');
    reader.skipBlanks();
    const field = stringToLowerCase(name);
    if (field === 'content-disposition') readDisposition(reader, head);
    else if (field === 'content-type') head.type = stringTrim(reader.until([CR, LF]));
    else if (field === 'content-transfer-encoding') head.encoding = stringTrim(reader.until([CR, LF]));
    else reader.until([CR, LF]);
    reader.expect('\r\n', 'expected CRLF');
  }
  reader.at += 2;
  if (head.name === null) throw new TypeError('header name is null');
  return head;
}

function readDisposition(reader, head) {
  if (stringToLowerCase(stringTrim(reader.until([0x3b, CR, LF]))) !== 'form-data') throw new TypeError('expected form-data for content-disposition header');
  while (reader.startsWith(';')) {
    reader.at++;
    reader.skipBlanks();
    const attribute = stringToLowerCase(stringTrim(reader.until([0x3d, 0x3b, CR, LF])));
    if (!reader.startsWith('=')) continue;
    reader.at++;
    const value = readAttribute(reader);
    if (attribute === 'name') head.name = value;
    else if (attribute === 'filename') head.filename ??= value;
    else if (attribute === 'filename*') head.filename = extended(value);
    reader.skipBlanks();
  }
  if (head.name === null) throw new TypeError('name attribute is required in content-disposition header');
}

function readAttribute(reader) {
  let text;
  if (reader.startsWith('"')) {
    reader.at++;
    text = reader.until([0x22, CR, LF]);
    reader.expect('"', 'expected closing quote');
  } else {
    text = stringTrim(reader.until([0x3b, CR, LF]));
  }
  return replaceIn(replaceIn(replaceIn(Buffer.from(text, 'latin1').toString(), /%0A/gi, '\n'), /%0D/gi, '\r'), /%22/g, '"');
}

// UTF-8''name%20with%20escapes
function extended(value) {
  const match = regexpExec(/^utf-8'[^']*'(.*)$/i, value);
  if (match === null) throw new TypeError('unknown encoding, expected utf-8\'\'');
  return decodeURIComponent(match[1]);
}

function addPart(form, { name, filename, type, encoding }, bytes) {
  if (encoding !== null && stringToLowerCase(encoding) === 'base64') bytes = Buffer.from(bytes.toString(), 'base64');
  if (filename === null) {
    form.append(name, new globals.TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    return;
  }
  const { File } = require('buffer/file');
  form.append(name, new File([bytes], filename, { type: type ?? 'text/plain' }), filename);
}

module.exports = { decode, encode };
