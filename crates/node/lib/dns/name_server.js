'use strict';
// Questions to one name server, and its responses.
//
// One socket is used for all pending questions; it is connected, so that the kernel drops datagrams from other hosts, and closed
// when no question is pending. A response must have the id of a question and repeat it; others are ignored. If a response is
// truncated, the question is repeated over TCP.

const { arrayFilter, stringToLowerCase } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { each, valuesOf } = require('core/safe/walk');
const { UDP, takeDatagram } = require('dgram/handle');
const { TCP, takeBytes } = require('net/handle');
const { BADRESP, CONNREFUSED } = require('dns/codes');
const { MalformedMessage, decode } = require('dns/message');
const { Buffer } = require('buffer');

// A question has: id, bytes, name and type; onResponse(message), onFailure(code).
class NameServer {
  #server;
  #local;
  #handle = null;
  #questions = new SafeMap();
  #connections = new SafeMap();

  constructor(server, local) {
    this.#server = server;
    this.#local = local;
  }

  hasQuestion(id) { return this.#questions.has(id); }

  send(question) {
    this.#handle ??= this.#open();
    if (this.#handle === null || this.#handle.send([question.bytes]) < 0) {
      this.#closeIfIdle();
      question.onFailure(CONNREFUSED);
      return;
    }
    this.#questions.set(question.id, question);
  }

  // The response is no longer wanted.
  cancel(question) {
    this.#questions.delete(question.id);
    this.#connections.get(question.id)?.close();
    this.#connections.delete(question.id);
    this.#closeIfIdle();
  }

  #open() {
    const { address, family, port } = this.#server;
    const handle = new UDP(family);
    let status = handle.bind(this.#local, 0, 0);
    if (status === 0) status = handle.connect(address, port);
    if (status === 0) status = handle.recvStart();
    if (status !== 0) {
      handle.close();
      return null;
    }
    handle.onreceived = (count) => (count < 0 ? this.#failAll(CONNREFUSED) : this.#onMessage(takeDatagram(count)));
    return handle;
  }

  #closeIfIdle() {
    if (this.#questions.size > 0) return;
    this.#handle?.close();
    this.#handle = null;
  }

  #failAll(code) {
    const waiting = arrayFilter([...each(valuesOf(this.#questions))], ({ id }) => !this.#connections.has(id));
    for (const question of each(waiting)) this.#end(question, () => question.onFailure(code));
  }

  #end(question, report) {
    if (this.#questions.get(question.id) !== question) return;
    this.cancel(question);
    report();
  }

  #onMessage(bytes) {
    const question = bytes.length < 2 ? undefined : this.#questions.get(bytes.readUInt16BE(0));
    if (question === undefined) return;
    let message;
    try {
      message = decode(bytes);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      this.#end(question, () => question.onFailure(BADRESP));
      return;
    }
    if (!matchesQuestion(message, question)) return;
    if (message.isTruncated && !this.#connections.has(question.id)) this.#retryOverTcp(question);
    else this.#end(question, () => question.onResponse(message));
  }

  #retryOverTcp(question) {
    const { address, port } = this.#server;
    const handle = new TCP();
    this.#connections.set(question.id, handle);
    const fail = () => this.#end(question, () => question.onFailure(CONNREFUSED));
    let received = Buffer.alloc(0);
    handle.onread = (count, source) => {
      if (count <= 0) {
        fail();
        return;
      }
      received = Buffer.concat([received, takeBytes(source, 0, count)]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      this.#onMessage(received.subarray(2, 2 + received.readUInt16BE(0)));
    };
    handle.onconnected = (status) => {
      const { length } = question.bytes;
      if (status !== 0 || handle.write(Buffer.concat([Buffer.from([length >> 8, length & 255]), question.bytes])) < 0) fail();
      else handle.readStart();
    };
    if (handle.connect(address, port) !== 0) fail();
  }
}

function matchesQuestion({ question: { name, type } }, sent) {
  return type === sent.type && stringToLowerCase(name) === stringToLowerCase(sent.name);
}

module.exports = { NameServer };
