'use strict';
// fetch(): from a request to a response, over as many redirects as it takes.
//
//   fetch ─▶ Request ─▶ by scheme ─▶ http: network.js ─▶ redirect? ─▶ again, with another URL
//                          └▶ data:, blob:                  └▶ Response
//
// What fails on the way is a TypeError 'fetch failed' whose cause says what; what a signal stops is the signal's reason.

const { HeaderList } = require('fetch/headers');
const { Body } = require('fetch/body');
const { NULL_BODY, REDIRECTS, responseOver } = require('fetch/response');
const { Request, stateOf } = require('fetch/request');

const MOST_REDIRECTS = 20;
const ABOUT_THE_BODY = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'];
const FOR_ONE_ORIGIN = ['authorization', 'proxy-authorization', 'cookie', 'host'];

// Ports of other protocols, which must not be talked to in this one (fetch standard, "port blocking").
const BAD_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119,
  123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989,
  990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

async function fetch(input, init = undefined) {
  const request = new Request(input, init);
  const { source: signal, ...state } = stateOf(request);
  if (signal?.aborted) {
    state.body?.cancel(signal.reason);
    throw signal.reason;
  }
  const control = new Control(signal);
  try {
    return responseOver(await control.raceOf(followed(takenFrom(request, state), control)));
  } catch (error) {
    if (control.isStopped) throw signal.reason;
    control.release();
    throw new TypeError('fetch failed', { cause: error });
  }
}

// What is sent is no longer the request's.
function takenFrom(request, state) {
  const own = { ...state, headers: new HeaderList(state.headers) };
  if (state.body !== null) {
    if (state.body.isUnusable) throw new TypeError('Body is unusable: Body has already been read');
    own.body = state.body.handOver();
  }
  return own;
}

// What stops a fetch: its signal, which ends what is under way.
class Control {
  constructor(signal) {
    this.signal = signal;
    this.isStopped = false;
    // Ends the exchange, or the body that is being read.
    this.stop = null;
    this.onabort = null;
  }

  raceOf(work) {
    if (this.signal === null) return work;
    return new Promise((resolve, reject) => {
      this.onabort = () => {
        this.isStopped = true;
        this.release();
        reject(this.signal.reason);
        this.stop?.(this.signal.reason);
      };
      this.signal.addEventListener('abort', this.onabort);
      work.then(resolve, reject);
    });
  }

  // The body has been read, or nobody will.
  release() {
    if (this.onabort !== null) this.signal.removeEventListener('abort', this.onabort);
    this.onabort = null;
  }
}

async function followed(state, control) {
  const urls = [state.url];
  if (state.url.protocol === 'http:' || state.url.protocol === 'https:') state.timing = new (require('fetch/timing').Timing)(state.url);
  for (;;) {
    const answer = await byScheme(state, control);
    const isRedirect = REDIRECTS.includes(answer.status) && answer.headers.has('location');
    if (!isRedirect || state.redirect === 'manual') return finished(state, answer, urls, control);
    answer.discard?.();
    if (state.redirect === 'error') throw new Error('unexpected redirect');
    redirect(state, answer);
    urls.push(state.url);
    state.timing?.redirected();
    if (urls.length > MOST_REDIRECTS + 1) throw new Error('redirect count exceeded');
  }
}

function redirect(state, { status, headers }) {
  const from = state.url;
  const to = new URL(headers.get('location'), from);
  if (to.protocol !== 'http:' && to.protocol !== 'https:') throw new Error('URL scheme must be a HTTP(S) scheme');
  const isElsewhere = to.origin !== from.origin;
  if (state.mode === 'cors' && (to.username !== '' || to.password !== '') && isElsewhere) {
    throw new Error('cross origin not allowed for request mode "cors"');
  }
  if (status !== 303 && state.body !== null && state.body.source === null) throw new Error();
  if ((status <= 302 && state.method === 'POST') || (status === 303 && state.method !== 'GET' && state.method !== 'HEAD')) {
    state.method = 'GET';
    state.body = null;
    for (const name of ABOUT_THE_BODY) state.headers.delete(name);
  }
  if (isElsewhere) for (const name of FOR_ONE_ORIGIN) state.headers.delete(name);
  if (state.body !== null) state.body = state.body.again();
  state.url = to;
}

function byScheme(state, control) {
  if (state.dispatcher !== undefined) refuseDispatcher(state.dispatcher);
  switch (state.url.protocol) {
    case 'http:':
    case 'https:':
      if (BAD_PORTS.has(Number(state.url.port))) throw new Error('bad port');
      return require('fetch/network').exchange(state, control);
    case 'data:': return ofDataUrl(state.url);
    case 'blob:': return ofBlobUrl(state);
    case 'about:': throw new Error('about scheme is not supported');
    case 'file:': throw new Error('not implemented... yet...');
    default: throw new Error('unknown scheme');
  }
}

// Node's fetch can be sent through an object of undici's; there is none of these here.
function refuseDispatcher(dispatcher) {
  if (typeof dispatcher?.dispatch !== 'function') throw new TypeError('agent.dispatch is not a function');
  throw require('core/not_implemented').notImplemented('the option dispatcher of fetch()');
}

function answerOf(body, length, type) {
  const headers = new HeaderList();
  if (length !== null) headers.append('content-length', String(length));
  if (type !== null) headers.append('content-type', type);
  return { status: 200, statusText: 'OK', headers, body };
}

function ofDataUrl(url) {
  const parsed = require('fetch/data_url').parse(url);
  if (parsed === null) throw new Error('failed to fetch the data URL');
  return answerOf(new Body(parsed.bytes, parsed.bytes.length), null, parsed.type);
}

function ofBlobUrl({ url, method }) {
  const blob = require('buffer/object_urls').resolveObjectURL(url.href);
  if (method !== 'GET' || blob === undefined) throw new Error('invalid method');
  return answerOf(new Body(blob, blob.size), blob.size, blob.type);
}

// The state of the Response.
async function finished(state, { status, statusText, headers, body }, urls, control) {
  if (body === null || body.source !== null) control.release();
  if (NULL_BODY.includes(status)) body = null;
  if (state.integrity !== '') {
    if (body === null) throw new Error();
    const bytes = await body.bytes();
    if (!matches(bytes, state.integrity)) throw new Error('integrity mismatch');
    body = new Body(bytes, bytes.length);
  }
  return { type: 'basic', status, statusText, headers, body, urls, guard: 'immutable' };
}

// Whether the bytes have one of the strongest digests that are named (Subresource Integrity).
function matches(bytes, integrity) {
  const named = [...integrity.matchAll(/(?:^|\s)(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})(?=\s|\?|$)/g)];
  if (named.length === 0) return true;
  const strongest = named.map(([, algorithm]) => algorithm).sort().at(-1);
  const digest = require('crypto').createHash(strongest).update(bytes).digest('base64').replace(/=+$/, '');
  const plain = (text) => text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  return named.some(([, algorithm, value]) => algorithm === strongest && plain(value) === digest);
}

module.exports = { fetch };
