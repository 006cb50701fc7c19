'use strict';
// Asking until there is an answer: the servers in turn, each round with twice the patience of the one before, at most `tries`
// rounds. This is what a Resolver has as its handle, and what c-ares is in Node.

const { arrayMap, mathFloor, mathMin, regexpTest } = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { clearTimeout, setImmediate, setTimeout } = require('timers');
const { isIP } = require('net/address');
const { BADNAME, CANCELLED, FORMERR, NODATA, NOTFOUND, NOTIMP, REFUSED, SERVFAIL, TIMEOUT } = require('dns/codes');
const { encodeQuestion, labelsOf, nameAskedFor, types } = require('dns/message');

// Of a response's code; the others say nothing about the answers.
const failures = [undefined, FORMERR, SERVFAIL, NOTFOUND, NOTIMP, REFUSED];

const { randomBytes } = binding('crypto');

const DEFAULT_TIMEOUT = 2000;

// Node's name for it.
class ChannelWrap {
  #servers = undefined;
  #timeout;
  #maxTimeout;
  #tries;
  #local = { 4: '0.0.0.0', 6: '::' };
  #conversations = new SafeMap();
  #queries = new SafeSet();

  constructor(timeout, tries, maxTimeout) {
    this.#timeout = timeout > 0 ? timeout : undefined;
    this.#tries = tries;
    this.#maxTimeout = maxTimeout > 0 ? maxTimeout : Infinity;
  }

  // The machine's, until others are set. Its files are not read before somebody asks: most programs only look names up.
  get servers() {
    if (this.#servers === undefined) {
      this.#servers = arrayMap(require('dns/system_files').resolverSettings().servers, withFamily);
    }
    return this.#servers;
  }

  set servers(list) {
    this.#servers = arrayMap(list, withFamily);
    this.#conversations.clear();
  }

  getServers() { return arrayMap(this.servers, ({ address, port }) => [address, port]); }

  get isBusy() { return this.#queries.size > 0; }

  setLocalAddress(family, address) {
    this.#local[family] = address;
    this.#conversations.clear();
  }

  // done(code), or done(null, message). Never before this returns.
  query(name, type, done) {
    const query = new Query(this, name, types[type], (code, message) => {
      this.#queries.delete(query);
      done(code, message);
    });
    this.#queries.add(query);
    query.begin();
    return query;
  }

  cancel() {
    for (const query of each(this.#queries)) query.endLater(CANCELLED);
  }

  // Which server an attempt goes to, and how long it may take.
  plan(attempt) {
    const count = this.servers.length;
    const round = mathFloor(attempt / count);
    if (round >= this.#tries) return undefined;
    this.#timeout ??= require('dns/system_files').resolverSettings().timeout ?? DEFAULT_TIMEOUT;
    return {
      conversation: this.#conversationWith(this.#servers[attempt % count]),
      patience: mathMin(this.#timeout * 2 ** round, this.#maxTimeout, 2 ** 31 - 1),
    };
  }

  #conversationWith(server) {
    let conversation = this.#conversations.get(server);
    if (conversation === undefined) {
      const { Conversation } = require('dns/conversation');
      conversation = new Conversation(server, this.#local[server.family]);
      this.#conversations.set(server, conversation);
    }
    return conversation;
  }
}

const withFamily = ({ address, port }) => ({ address, port, family: isIP(address) });

class Query {
  #channel;
  #name;
  #type;
  #done;
  #attempt = 0;
  #asked = undefined;
  #timer = undefined;

  constructor(channel, name, type, done) {
    this.#channel = channel;
    this.#name = name;
    this.#type = type;
    this.#done = done;
  }

  begin() {
    if (this.#channel.servers.length === 0) this.endLater('UNKNOWN_ARES_ERROR');
    else if (labelsOf(this.#name) === undefined) this.endLater(BADNAME);
    // RFC 7686: such names are nobody's in the DNS.
    else if (regexpTest(/(^|\.)onion\.?$/i, this.#name)) this.endLater(NOTFOUND);
    else this.#ask(TIMEOUT);
  }

  #ask(lastFailure) {
    const plan = this.#channel.plan(this.#attempt++);
    if (plan === undefined) {
      this.endLater(lastFailure);
      return;
    }
    const { conversation, patience } = plan;
    const id = freeId(conversation);
    const again = (code) => {
      this.#stopAsking();
      this.#ask(code);
    };
    const bytes = encodeQuestion(id, this.#name, this.#type);
    const question = {
      id,
      bytes,
      name: nameAskedFor(bytes),
      type: this.#type,
      answered: (message) => this.#answer(message),
      failed: again,
    };
    this.#asked = { conversation, question };
    this.#timer = setTimeout(again, patience, TIMEOUT);
    conversation.ask(question);
  }

  #stopAsking() {
    clearTimeout(this.#timer);
    this.#asked?.conversation.forget(this.#asked.question);
    this.#asked = undefined;
  }

  #answer(message) {
    this.#stopAsking();
    this.#end(failures[message.code] ?? (message.isEmpty ? NODATA : null), message);
  }

  // In the check phase, as in Node.
  endLater(code) {
    this.#stopAsking();
    setImmediate(() => this.#end(code));
  }

  #end(code, message) {
    const done = this.#done;
    this.#done = () => {};
    done(code, message);
  }
}

// Not to be guessed by who cannot see the question.
function freeId(conversation) {
  for (;;) {
    const id = randomBytes(undefined, 2);
    const number = (id[0] << 8) | id[1];
    if (!conversation.isAsking(number)) return number;
  }
}

module.exports = { ChannelWrap };
