'use strict';
// A name server for the programs beside this folder: by UDP and TCP on one port, it answers with what `records(name, type)`
// gives, and misbehaves as `misbehave(name, query, reply, isTcp)` wants (a Buffer instead of the reply, or null for silence).
const dgram = require('dgram');
const net = require('net');

const types = { A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33, NAPTR: 35, TLSA: 52, ANY: 255, CAA: 257 };

function u16(...numbers) {
  const bytes = Buffer.alloc(numbers.length * 2);
  numbers.forEach((number, index) => bytes.writeUInt16BE(number, index * 2));
  return bytes;
}

function u32(...numbers) {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, index * 4));
  return bytes;
}

const text = (string) => Buffer.concat([Buffer.from([string.length]), Buffer.from(string, 'latin1')]);
const name = (dotted) => Buffer.concat([...(dotted === '' ? [] : dotted.split('.').map(text)), Buffer.from([0])]);
const address = (dotted) => Buffer.from(dotted.split('.').map(Number));

// Owned by the name of the question unless another is given.
function record(type, ttl, data, { owner, recordClass = 1 } = {}) {
  const owned = owner === undefined ? Buffer.from([0xc0, 12]) : name(owner);
  return Buffer.concat([owned, u16(types[type] ?? type, recordClass), u32(ttl), u16(data.length), data]);
}

function questionOf(query) {
  const labels = [];
  let at = 12;
  for (; query[at] !== 0; at += query[at] + 1) labels.push(query.latin1Slice(at + 1, at + 1 + query[at]));
  return { asked: labels.join('.'), type: query.readUInt16BE(at + 1), bytes: query.subarray(12, at + 5) };
}

function reply(query, answers, { flags = 0x8180, count = answers.length, question = questionOf(query).bytes } = {}) {
  return Buffer.concat([query.subarray(0, 2), u16(flags, 1, count, 0, 0), question, ...answers]);
}

// ready(port, close)
function serve({ records = () => [], misbehave = (_name, _query, answer) => answer }, ready) {
  const answerTo = (query, isTcp) => {
    const { asked, type } = questionOf(query);
    return misbehave(asked, query, reply(query, records(asked, type)), isTcp);
  };
  const udp = dgram.createSocket('udp4', (query, { port, address: from }) => {
    const answer = answerTo(query, false);
    if (answer !== null) udp.send(answer, port, from);
  });
  const tcp = net.createServer((connection) => {
    connection.on('error', () => {});
    connection.once('data', (bytes) => {
      const answer = answerTo(bytes.subarray(2), true);
      // In two pieces: an answer need not come at once.
      const framed = Buffer.concat([u16(answer.length), answer]);
      connection.write(framed.subarray(0, 9));
      setTimeout(() => connection.write(framed.subarray(9)), 20);
    });
  });
  tcp.listen(0, '127.0.0.1', () => udp.bind(tcp.address().port, '127.0.0.1', () => {
    ready(tcp.address().port, () => {
      udp.close();
      tcp.close();
    });
  }));
}

module.exports = { address, name, questionOf, record, reply, serve, text, types, u16, u32 };
