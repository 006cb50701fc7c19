'use strict';
// Retries and timeouts: servers are queried in turn, each round with twice the timeout of the previous one, at most `tries`
// rounds. This is the handle of a Resolver, and does what c-ares does in Node.

const { arrayMap, mathFloor, mathMin, regexpTest } = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { clearTimeout, setImmediate, setTimeout } = require('timers');
const { isIP } = require('net/address');
const { BADNAME, CANCELLED, FORMERR, NODATA, NOTFOUND, NOTIMP, REFUSED, SERVFAIL, TIMEOUT } = require('dns/codes');
const { encodeQuestion, labelsOf, questionName, types } = require('dns/message');

// By response code; other codes do not affect the result.
const RCODE_ERRORS = [undefined, FORMERR, SERVFAIL, NOTFOUND, NOTIMP, REFUSED];

const { randomBytes } = binding('crypto');

const DEFAULT_TIMEOUT = 2000;

// Node's name.
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

  // The system's servers, until others are set. Its files are not read before the first query: most programs only call lookup().
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

  // Calls done(code) or done(null, message), never synchronously.
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

  // The server of an attempt, and its timeout.
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
    // RFC 7686: .onion names must not be queried.
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

// Unpredictable for an off-path attacker.
function freeId(nameServer) {
  for (;;) {
    const id = randomBytes(undefined, 2);
    const number = (id[0] << 8) | id[1];
    if (!nameServer.hasQuestion(number)) return number;
  }
}

module.exports = { ChannelWrap };
