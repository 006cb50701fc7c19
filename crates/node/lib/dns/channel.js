'use strict';
// Asking until there is an answer: the servers in turn, each round with twice the patience of the one before, at most `tries`
// rounds. This is what a Resolver has as its handle, and what c-ares is in Node.

const { arrayMap, mathFloor, mathMin, regexpTest } = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { clearTimeout, setImmediate, setTimeout } = require('timers');
const { isIP } = require('net/address');
const { BADNAME, CANCELLED, FORMERR, NODATA, NOTFOUND, NOTIMP, REFUSED, SERVFAIL, TIMEOUT } = require('dns/codes');
const { encodeQuestion, labelsOf, questionName, types } = require('dns/message');

// Of a response's code; the others say nothing about the answers.
const RCODE_ERRORS = [undefined, FORMERR, SERVFAIL, NOTFOUND, NOTIMP, REFUSED];

const { randomBytes } = binding('crypto');

const DEFAULT_TIMEOUT = 2000;

// Node's name for it.
class ChannelWrap {
  #servers = undefined;
  #timeout;
  #maxTimeout;
  #tries;
  #local = { 4: '0.0.0.0', 6: '::' };
  #nameServers = new SafeMap();
  #queries = new SafeSet();

  constructor(timeout, tries, maxTimeout) {
    this.#timeout = timeout > 0 ? timeout : undefined;
    this.#tries = tries;
    this.#maxTimeout = maxTimeout > 0 ? maxTimeout : Infinity;
  }

  // The machine's, until others are set. Its files are not read before somebody asks: most programs only look names up.
  get servers() {
    if (this.#servers === undefined) {
      this.#servers = arrayMap(require('dns/system_files').resolverSettings().servers, addFamily);
    }
    return this.#servers;
  }

  set servers(list) {
    this.#servers = arrayMap(list, addFamily);
    this.#nameServers.clear();
  }

  getServers() { return arrayMap(this.servers, ({ address, port }) => [address, port]); }

  get isBusy() { return this.#queries.size > 0; }

  setLocalAddress(family, address) {
    this.#local[family] = address;
    this.#nameServers.clear();
  }

  // done(code), or done(null, message). Never before this returns.
  query(name, type, done) {
    const query = new Query(this, name, types[type], (code, message) => {
      this.#queries.delete(query);
      done(code, message);
    });
    this.#queries.add(query);
    query.start();
    return query;
  }

  cancel() {
    for (const query of each(this.#queries)) query.finishLater(CANCELLED);
  }

  // Which server an attempt goes to, and how long it may take.
  schedule(attempt) {
    const count = this.servers.length;
    const round = mathFloor(attempt / count);
    if (round >= this.#tries) return undefined;
    this.#timeout ??= require('dns/system_files').resolverSettings().timeout ?? DEFAULT_TIMEOUT;
    return {
      nameServer: this.#nameServerFor(this.#servers[attempt % count]),
      timeout: mathMin(this.#timeout * 2 ** round, this.#maxTimeout, 2 ** 31 - 1),
    };
  }

  #nameServerFor(server) {
    let nameServer = this.#nameServers.get(server);
    if (nameServer === undefined) {
      const { NameServer } = require('dns/name_server');
      nameServer = new NameServer(server, this.#local[server.family]);
      this.#nameServers.set(server, nameServer);
    }
    return nameServer;
  }
}

const addFamily = ({ address, port }) => ({ address, port, family: isIP(address) });

class Query {
  #channel;
  #name;
  #type;
  #done;
  #attempt = 0;
  #pending = undefined;
  #timer = undefined;

  constructor(channel, name, type, done) {
    this.#channel = channel;
    this.#name = name;
    this.#type = type;
    this.#done = done;
  }

  start() {
    if (this.#channel.servers.length === 0) this.finishLater('UNKNOWN_ARES_ERROR');
    else if (labelsOf(this.#name) === undefined) this.finishLater(BADNAME);
    // RFC 7686: such names are nobody's in the DNS.
    else if (regexpTest(/(^|\.)onion\.?$/i, this.#name)) this.finishLater(NOTFOUND);
    else this.#send(TIMEOUT);
  }

  #send(lastFailure) {
    const next = this.#channel.schedule(this.#attempt++);
    if (next === undefined) {
      this.finishLater(lastFailure);
      return;
    }
    const { nameServer, timeout } = next;
    const id = freeId(nameServer);
    const retry = (code) => {
      this.#stopWaiting();
      this.#send(code);
    };
    const bytes = encodeQuestion(id, this.#name, this.#type);
    const question = {
      id,
      bytes,
      name: questionName(bytes),
      type: this.#type,
      onResponse: (message) => this.#onResponse(message),
      onFailure: retry,
    };
    this.#pending = { nameServer, question };
    this.#timer = setTimeout(retry, timeout, TIMEOUT);
    nameServer.send(question);
  }

  #stopWaiting() {
    clearTimeout(this.#timer);
    this.#pending?.nameServer.cancel(this.#pending.question);
    this.#pending = undefined;
  }

  #onResponse(message) {
    this.#stopWaiting();
    this.#finish(RCODE_ERRORS[message.code] ?? (message.isEmpty ? NODATA : null), message);
  }

  // In the check phase, as in Node.
  finishLater(code) {
    this.#stopWaiting();
    setImmediate(() => this.#finish(code));
  }

  #finish(code, message) {
    const done = this.#done;
    this.#done = () => {};
    done(code, message);
  }
}

// Not to be guessed by who cannot see the question.
function freeId(nameServer) {
  for (;;) {
    const id = randomBytes(undefined, 2);
    const number = (id[0] << 8) | id[1];
    if (!nameServer.hasQuestion(number)) return number;
  }
}

module.exports = { ChannelWrap };
