'use strict';
// What a handler may do while somebody else's bytes are under way: read, write and parse elsewhere, all of it before it
// returns, and look whether what it gets is its own.

const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const path = require('path');
const zlib = require('zlib');
const { MessageChannel, receiveMessageOnPort } = require('worker_threads');
const { Receiver, bytesOf, wrongAt } = require('./content.js');
const { secured, syncPair } = require('./pairs.js');

const DEEPEST = 3;
const INNER = 1_000_000;

class Disturbance {
  constructor(run) {
    this.run = run;
    this.depth = 0;
    this.next = INNER;
    this.pairs = [];
    this.channel = new MessageChannel();
    this.channel.port1.unref();
    this.channel.port2.unref();
    this.file = path.join(run.folder, 'disturbance');
    this.ways = [
      this.secure, this.secure, this.http, this.http, this.files, this.stats, this.compress, this.hash, this.text, this.urls,
      this.messages, this.clones, this.datagrams,
    ];
    this.http_ = this.#httpPair();
  }

  async open() {
    for (let index = 0; index < 2; index++) {
      const [client, server] = secured(syncPair());
      const pair = { client, server, id: this.next++, sent: 0, received: null };
      pair.received = new Receiver(this.run, pair.id, 'TLS over a Duplex, re-entered');
      server.on('data', (chunk) => pair.received.take(chunk));
      await new Promise((resolve, reject) => {
        client.once('secureConnect', resolve);
        client.once('error', reject);
      });
      this.pairs.push(pair);
    }
  }

  // Something of it, now; `random` belongs to whoever is disturbed.
  now(random) {
    if (this.depth >= DEEPEST) return;
    this.depth++;
    try {
      this.run.count('disturbance');
      random.of(this.ways).call(this, random);
    } finally {
      this.depth--;
    }
  }

  // The same by chance: at once, in a tick, in a promise job.
  maybe(random) {
    const kind = random.below(8);
    if (kind < 3) this.now(random);
    else if (kind === 3) process.nextTick(() => this.now(random));
    else if (kind === 4) Promise.resolve().then(() => this.now(random)).catch((error) => this.run.fault(error.stack));
  }

  secure(random) {
    if (this.pairs.length === 0) return;
    const pair = random.of(this.pairs);
    const bytes = bytesOf(pair.id, pair.sent, 1 + random.length(40_000));
    pair.sent += bytes.length;
    pair.client.write(bytes);
  }

  // A server of HTTP over a Duplex: what is written is parsed within the write.
  #httpPair() {
    const open = new Map();
    const server = http.createServer((request, response) => {
      const id = Number(request.url.slice(1));
      if (request.method !== open.get(id)?.method) this.run.fault(`inner HTTP: ${request.method} ${request.url} was not asked`);
      const body = new Receiver(this.run, id, 'inner HTTP');
      request.on('data', (chunk) => body.take(chunk));
      request.on('end', () => {
        body.end(open.get(id).length);
        open.delete(id);
        response.end();
      });
    });
    const [one, other] = syncPair();
    one.resume();
    server.emit('connection', other);
    return { one, open };
  }

  http(random) {
    const { one, open } = this.http_;
    let text = [];
    for (let left = 1 + random.below(3); left > 0; left--) {
      const id = this.next++;
      const method = random.of(['PUT', 'POST', 'PATCH']);
      const length = random.length(20_000);
      open.set(id, { method, length });
      text.push(Buffer.from(`${method} /${id} HTTP/1.1\r\nHost: inner\r\nContent-Length: ${length}\r\n\r\n`), bytesOf(id, 0, length));
    }
    one.write(Buffer.concat(text));
  }

  files(random) {
    const id = this.next++;
    const bytes = bytesOf(id, 0, 1 + random.length(30_000));
    fs.writeFileSync(this.file, bytes);
    this.#same(id, fs.readFileSync(this.file), bytes.length, 'readFileSync');
  }

  stats(random) {
    const length = 1 + random.below(5000);
    const name = `${this.file}-${length}`;
    fs.writeFileSync(name, Buffer.alloc(length));
    const stats = fs.statSync(name);
    fs.unlinkSync(name);
    if (stats.size !== length) this.run.fault(`statSync says ${stats.size}, ${length} were written`);
    if (!stats.isFile() || stats.mtimeMs <= 0) this.run.fault('statSync returned another file');
  }

  compress(random) {
    const id = this.next++;
    const bytes = bytesOf(id, 0, 1 + random.length(20_000));
    const [pack, unpack] = random.of([['deflateSync', 'inflateSync'], ['gzipSync', 'gunzipSync'], ['deflateRawSync', 'inflateRawSync']]);
    this.#same(id, zlib[unpack](zlib[pack](bytes)), bytes.length, unpack);
  }

  hash(random) {
    const bytes = bytesOf(this.next++, 0, 1 + random.length(20_000));
    const half = random.below(bytes.length);
    const once = crypto.createHash('sha256').update(bytes).digest('hex');
    const twice = crypto.createHash('sha256').update(bytes.subarray(0, half)).update(bytes.subarray(half)).digest('hex');
    if (once !== twice) this.run.fault('a hash depends on how its bytes are given');
  }

  text(random) {
    const id = this.next++;
    const bytes = bytesOf(id, 0, 1 + random.length(10_000));
    const encoding = random.of(['hex', 'base64', 'base64url', 'latin1']);
    this.#same(id, Buffer.from(bytes.toString(encoding), encoding), bytes.length, encoding);
    const words = bytes.toString('hex');
    if (new TextDecoder().decode(new TextEncoder().encode(words)) !== words) this.run.fault('UTF-8 changed');
  }

  urls() {
    const id = this.next++;
    const url = new URL(`http://user${id}@host${id}.example:${9000 + id % 1000}/path${id}?q=${id}#h${id}`);
    url.pathname = `/moved${id}`;
    const shown = `http://user${id}@host${id}.example:${9000 + id % 1000}/moved${id}?q=${id}#h${id}`;
    if (url.href !== shown || url.search !== `?q=${id}`) this.run.fault(`a URL changed: ${url.href}`);
  }

  messages(random) {
    const id = this.next++;
    const bytes = new Uint8Array(bytesOf(id, 0, 1 + random.length(10_000)));
    const { port1, port2 } = this.channel;
    port1.postMessage(bytes, random.chance(2) ? [bytes.buffer] : []);
    const { message } = receiveMessageOnPort(port2);
    this.#same(id, Buffer.from(message.buffer, message.byteOffset, message.byteLength), message.length, 'receiveMessageOnPort');
  }

  clones(random) {
    const id = this.next++;
    const bytes = new Uint8Array(bytesOf(id, 0, 1 + random.length(10_000)));
    const clone = structuredClone(bytes, { transfer: random.chance(2) ? [bytes.buffer] : [] });
    this.#same(id, Buffer.from(clone.buffer, clone.byteOffset, clone.byteLength), clone.length, 'structuredClone');
  }

  datagrams(random) { this.run.sendDatagram?.(random); }

  #same(id, bytes, length, what) {
    if (bytes.length !== length) this.run.fault(`${what}: ${bytes.length} bytes instead of ${length}`);
    const wrong = wrongAt(id, 0, bytes);
    if (wrong !== undefined) this.run.fault(`${what}: ${wrong}`);
    this.run.checked += length;
  }

  // All that was written has come.
  async close() {
    const end = new Promise((resolve) => { setImmediate(resolve); });
    await end;
    for (const pair of this.pairs) {
      await new Promise((resolve) => {
        pair.server.on('end', resolve);
        pair.client.end();
      });
      pair.received.end(pair.sent);
    }
    for (const [id] of this.http_.open) this.run.fault(`inner HTTP: ${id} was not answered`);
    this.http_.one.destroy();
    this.channel.port1.close();
  }
}

module.exports = { Disturbance };
