'use strict';
// DNS messages (RFC 1035): encodes a question, decodes a response.
//
//   +---------+----------+---------+-----------+------------+      a record: owner, type, class, TTL, length, data
//   | 12 byte | question | answers | authority | additional |      a name: labels with their lengths; two high bits set:
//   | header  |          |         |           |            |      the rest is at the offset in the other 14 bits
//   +---------+----------+---------+-----------+------------+
//
// Anything invalid is a MalformedMessage: pointers must point backwards, so that names are finite, and data must have its
// declared length. The available crates were considered: one loses the bytes of TXT strings, others bring a resolver and its
// runtime.

const {
  arrayAt, arrayEvery, arrayJoin, arrayMap, arrayPop, arrayPush, arrayReduce, arrayStaticFrom, numberProtoToString, objectEntries,
  objectFromEntries, regexpExec, regexpTest, stringCharCodeAt, stringPadStart, stringStaticFromCharCode,
} = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { appendAll, each } = require('core/safe/walk');
const { Buffer } = require('buffer');

const types = {
  __proto__: null, A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33, NAPTR: 35, TLSA: 52, ANY: 255,
  CAA: 257,
};
const typeNames = objectFromEntries(each(arrayMap(objectEntries(types), ({ 0: name, 1: number }) => [number, name])));

const INTERNET = 1;
const HEADER = 12;
const RECURSION_DESIRED = 0x100;
const TRUNCATED = 0x200;
const MAX_NAME = 255;
const MAX_LABEL = 63;

class MalformedMessage extends Error {
  constructor(message) { super(message); }
}

// ---- question

// The labels of a name; undefined if it is invalid. A backslash escapes the next character, or three decimal digits.
function labelsOf(name) {
  if (name === '.') return [];
  const labels = [[]];
  for (let i = 0; i < name.length; i++) {
    let character = stringCharCodeAt(name, i);
    if (name[i] === '.') {
      arrayPush(labels, []);
      continue;
    }
    if (name[i] === '\\') {
      const digits = regexpExec(/^\d{3}/, sliceOf(name, i + 1))?.[0];
      character = digits === undefined ? stringCharCodeAt(name, i + 1) : Number(digits);
      i += digits === undefined ? 1 : 3;
    }
    if (!isNameCharacter(character)) return undefined;
    arrayPush(arrayAt(labels, -1), character);
  }
  // The trailing dot of the root is optional.
  if (arrayAt(labels, -1).length === 0) arrayPop(labels);
  const length = arrayReduce(labels, (sum, label) => sum + label.length + 1, 1);
  const isValid = length <= MAX_NAME && arrayEvery(labels, (label) => label.length > 0 && label.length <= MAX_LABEL);
  return isValid ? labels : undefined;
}

const isNameCharacter = (character) => character < 128 && regexpTest(/[A-Za-z0-9\-._/*]/, stringStaticFromCharCode(character));

// The encoded question; undefined if the name is invalid.
function encodeQuestion(id, name, type) {
  const labels = labelsOf(name);
  if (labels === undefined) return undefined;
  const bytes = [id >> 8, id & 255, RECURSION_DESIRED >> 8, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  for (const label of each(labels)) appendAll(bytes, [label.length, ...each(label)]);
  appendAll(bytes, [0, type >> 8, type & 255, 0, INTERNET]);
  return Buffer.from(bytes);
}

// ---- response

class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  // Returns the offset of the next `count` bytes, and advances past them.
  advance(count) {
    const start = this.at;
    if (start + count > this.end) throw new MalformedMessage('it ends too soon');
    this.at += count;
    return start;
  }

  u8() { return this.bytes[this.advance(1)]; }

  u16() { return this.bytes.readUInt16BE(this.advance(2)); }

  u32() { return this.bytes.readUInt32BE(this.advance(4)); }

  // As Latin-1: the encoding of these strings is unknown.
  text(count) {
    const start = this.advance(count);
    return this.bytes.latin1Slice(start, start + count);
  }

  string() { return this.text(this.u8()); }

  remaining() { return this.end - this.at; }

  name() {
    const labels = [];
    let length = 0;
    let from = this;
    let limit = this.at;
    for (;;) {
      const head = from.u8();
      if (head === 0) return arrayJoin(labels, '.');
      if (head >= 0xc0) {
        const target = ((head & 0x3f) << 8) | from.u8();
        if (target >= limit) throw new MalformedMessage('a name points forwards');
        limit = target;
        from = new Reader(this.bytes, target);
      } else {
        if (head > MAX_LABEL) throw new MalformedMessage('a label of an unknown kind');
        length += head + 1;
        if (length > MAX_NAME) throw new MalformedMessage('a name is too long');
        arrayPush(labels, escapeLabel(from.text(head)));
      }
    }
  }
}

// Escapes special characters with a backslash, unprintable ones with their decimal code.
const escapeLabel = (label) => replaceIn(label, /[.;\\()@$"]|[^ -~]/g, (character) => (regexpTest(/[ -~]/, character) ?
  `\\${character}` : `\\${stringPadStart(String(stringCharCodeAt(character, 0)), 3, '0')}`));

const readData = {
  __proto__: null,
  A: (reader) => ({ address: arrayJoin([reader.u8(), reader.u8(), reader.u8(), reader.u8()], '.') }),
  AAAA(reader) {
    const groups = arrayStaticFrom({ length: 8 }, () => numberProtoToString(reader.u16(), 16));
    return { address: binding('net').canonicalAddress(arrayJoin(groups, ':')) };
  },
  NS: (reader) => ({ value: reader.name() }),
  CNAME: (reader) => ({ value: reader.name() }),
  PTR: (reader) => ({ value: reader.name() }),
  MX(reader) {
    const priority = reader.u16();
    return { exchange: reader.name(), priority };
  },
  TXT(reader) {
    const entries = [];
    while (reader.remaining() > 0) arrayPush(entries, reader.string());
    return { entries };
  },
  SRV(reader) {
    const { 0: priority, 1: weight, 2: port } = [reader.u16(), reader.u16(), reader.u16()];
    return { name: reader.name(), port, priority, weight };
  },
  SOA: (reader) => ({
    nsname: reader.name(), hostmaster: reader.name(), serial: reader.u32(), refresh: reader.u32(), retry: reader.u32(),
    expire: reader.u32(), minttl: reader.u32(),
  }),
  NAPTR(reader) {
    const { 0: order, 1: preference } = [reader.u16(), reader.u16()];
    const { 0: flags, 1: service, 2: regexp } = [reader.string(), reader.string(), reader.string()];
    return { flags, service, regexp, replacement: reader.name(), order, preference };
  },
  TLSA(reader) {
    const { 0: certUsage, 1: selector, 2: match } = [reader.u8(), reader.u8(), reader.u8()];
    const start = reader.advance(reader.remaining());
    return { certUsage, selector, match, data: new Uint8Array(reader.bytes.subarray(start, reader.end)).buffer };
  },
  CAA(reader) {
    const critical = reader.u8();
    const property = reader.string();
    return { critical, property, value: reader.text(reader.remaining()) };
  },
};

function readRecord(reader) {
  reader.name();
  const { 0: type, 1: recordClass, 2: ttl, 3: length } = [typeNames[reader.u16()], reader.u16(), reader.u32(), reader.u16()];
  const start = reader.advance(length);
  if (recordClass !== INTERNET || readData[type] === undefined) return undefined;
  const data = new Reader(reader.bytes, start, start + length);
  const record = { type, ttl, data: readData[type](data) };
  if (data.remaining() !== 0) throw new MalformedMessage('data is longer than it should be');
  return record;
}

// `isEmpty`: there are no answers of any type.
function decode(bytes) {
  const reader = new Reader(bytes);
  const { 0: id, 1: flags, 2: questions, 3: answers, 4: authorities, 5: additional } = arrayStaticFrom({ length: HEADER / 2 }, () => reader.u16());
  if (questions !== 1) throw new MalformedMessage('not one question');
  const question = { name: reader.name(), type: reader.u16(), class: reader.u16() };
  const message = {
    id, question, code: flags & 15, isTruncated: (flags & TRUNCATED) !== 0, isEmpty: answers === 0, records: [],
  };
  if (message.isTruncated) return message;
  for (let i = 0; i < answers; i++) {
    const record = readRecord(reader);
    if (record !== undefined) arrayPush(message.records, record);
  }
  for (let i = 0; i < authorities + additional; i++) readRecord(reader);
  return message;
}

// The name of an encoded question, in the form that responses use.
const questionName = (bytes) => new Reader(bytes, HEADER).name();

module.exports = { MalformedMessage, decode, encodeQuestion, labelsOf, questionName, types };
