'use strict';
// fetch(): from a request to a response, following redirects.
//
//   fetch ─▶ Request ─▶ scheme fetch ─▶ http: network.js ─▶ redirect? ─▶ again, with another URL
//                          └▶ data:, blob:                  └▶ Response
//
// Network errors are a TypeError 'fetch failed' with a cause; an aborted fetch rejects with the signal's reason.

const { SafeSet } = require('core/safe/collections');
const { promiseThen } = require('core/safe/promises');
const { arrayAt, arrayIncludes, arrayMap, arrayPush, arraySome, arraySort, stringReplaceAll } = require('core/intrinsics');
const globals = require('globals');
const { each } = require('core/safe/walk');
const { matchesOf, replaceIn } = require('core/safe/patterns');
const { HeaderList } = require('fetch/headers');
const { Body } = require('fetch/body');
const { NULL_BODY, REDIRECTS, createResponse } = require('fetch/response');
const { Request, stateOf } = require('fetch/request');

const MAX_REDIRECTS = 20;
const REQUEST_BODY_HEADERS = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'];
const SAME_ORIGIN_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'host'];

// Ports that are blocked because they belong to other protocols (fetch standard, "port blocking").
const BAD_PORTS = new SafeSet([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119,
  123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989,
  990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

// Not an async function itself, as in Node.
function fetch(input, init = undefined) {
  return fetchRequest(input, init);
}

async function fetchRequest(input, init) {
  const request = new Request(input, init);
  const { source: signal, ...state } = stateOf(request);
  if (signal?.aborted) {
    state.body?.cancel(signal.reason);
    throw signal.reason;
  }
  const control = new Control(signal);
  try {
    return createResponse(await control.race(followRedirects(consumeRequest(request, state), control)));
  } catch (error) {
    if (control.isStopped) throw signal.reason;
    control.release();
    throw new TypeError('fetch failed', { cause: error });
  }
}

// Takes headers and body from the request, which counts as read.
function consumeRequest(request, state) {
  const outgoing = { ...state, headers: new HeaderList(state.headers) };
  if (state.body !== null) {
    if (state.body.isUnusable) throw new TypeError('Body is unusable: Body has already been read');
    outgoing.body = state.body.createProxy();
  }
  return outgoing;
}

// Aborts a fetch when its signal does.
class Control {
  constructor(signal) {
    this.signal = signal;
    this.isStopped = false;
    // Aborts the exchange, or errors the body being read.
    this.stop = null;
    this.onabort = null;
  }

  race(promise) {
    if (this.signal === null) return promise;
    return new __hexloop_promise__((resolve, reject) => {
      this.onabort = () => {
        this.isStopped = true;
        this.release();
        reject(this.signal.reason);
        this.stop?.(this.signal.reason);
      };
      this.signal.addEventListener('abort', this.onabort);
      promiseThen(promise, resolve, reject);
    });
  }

  // The body was read, or will not be.
  release() {
    if (this.onabort !== null) this.signal.removeEventListener('abort', this.onabort);
    this.onabort = null;
  }
}

async function followRedirects(state, control) {
  const urls = [state.url];
  if (state.url.protocol === 'http:' || state.url.protocol === 'https:') state.timing = new (require('fetch/timing').Timing)(state.url);
  for (;;) {
    const response = await schemeFetch(state, control);
    const isRedirect = arrayIncludes(REDIRECTS, response.status) && response.headers.has('location');
    if (!isRedirect || state.redirect === 'manual') return finalize(state, response, urls, control);
    response.discard?.();
    if (state.redirect === 'error') throw new Error('unexpected redirect');
    redirect(state, response);
    arrayPush(urls, state.url);
    state.timing?.redirected();
    if (urls.length > MAX_REDIRECTS + 1) throw new Error('redirect count exceeded');
  }
}

function redirect(state, { status, headers }) {
  const from = state.url;
  const to = new globals.URL(headers.get('location'), from);
  if (to.protocol !== 'http:' && to.protocol !== 'https:') throw new Error('URL scheme must be a HTTP(S) scheme');
  const isCrossOrigin = to.origin !== from.origin;
  if (state.mode === 'cors' && (to.username !== '' || to.password !== '') && isCrossOrigin) {
    throw new Error('cross origin not allowed for request mode "cors"');
  }
  if (status !== 303 && state.body !== null && state.body.source === null) throw new Error();
  if ((status <= 302 && state.method === 'POST') || (status === 303 && state.method !== 'GET' && state.method !== 'HEAD')) {
    state.method = 'GET';
    state.body = null;
    for (const name of each(REQUEST_BODY_HEADERS)) state.headers.delete(name);
  }
  if (isCrossOrigin) for (const name of each(SAME_ORIGIN_HEADERS)) state.headers.delete(name);
  if (state.body !== null) state.body = state.body.restart();
  state.url = to;
}

function schemeFetch(state, control) {
  if (state.dispatcher !== undefined) rejectDispatcher(state.dispatcher);
  switch (state.url.protocol) {
    case 'http:':
    case 'https:':
      if (BAD_PORTS.has(Number(state.url.port))) throw new Error('bad port');
      return require('fetch/network').exchange(state, control);
    case 'data:': return fetchDataURL(state.url);
    case 'blob:': return fetchBlobURL(state);
    case 'about:': throw new Error('about scheme is not supported');
    case 'file:': throw new Error('not implemented... yet...');
    default: throw new Error('unknown scheme');
  }
}

// Node's fetch accepts an undici dispatcher; that is not supported here.
function rejectDispatcher(dispatcher) {
  if (typeof dispatcher?.dispatch !== 'function') throw new TypeError('agent.dispatch is not a function');
  throw require('core/not_implemented').notImplemented('the option dispatcher of fetch()');
}

function localResponse(body, length, type) {
  const headers = new HeaderList();
  if (length !== null) headers.append('content-length', String(length));
  if (type !== null) headers.append('content-type', type);
  return { status: 200, statusText: 'OK', headers, body };
}

function fetchDataURL(url) {
  const parsed = require('fetch/data_url').parse(url);
  if (parsed === null) throw new Error('failed to fetch the data URL');
  return localResponse(new Body(parsed.bytes, parsed.bytes.length), null, parsed.type);
}

function fetchBlobURL({ url, method }) {
  const blob = require('buffer/object_urls').resolveObjectURL(url.href);
  if (method !== 'GET' || blob === undefined) throw new Error('invalid method');
  return localResponse(new Body(blob, blob.size), blob.size, blob.type);
}

// The state of the Response.
async function finalize(state, { status, statusText, headers, body }, urls, control) {
  if (body === null || body.source !== null) control.release();
  if (arrayIncludes(NULL_BODY, status)) body = null;
  if (state.integrity !== '') {
    if (body === null) throw new Error();
    const bytes = await body.bytes();
    if (!matches(bytes, state.integrity)) throw new Error('integrity mismatch');
    body = new Body(bytes, bytes.length);
  }
  return { type: 'basic', status, statusText, headers, body, urls, guard: 'immutable' };
}

// Whether the bytes match one of the strongest digests listed (Subresource Integrity).
function matches(bytes, integrity) {
  const metadata = matchesOf(integrity, /(?:^|\s)(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})(?=\s|\?|$)/g);
  if (metadata.length === 0) return true;
  const strongest = arrayAt(arraySort(arrayMap(metadata, ({ 1: algorithm }) => algorithm)), -1);
  const digest = require('crypto').createHash(strongest).update(bytes).digest('base64');
  const withoutPadding = (text) => replaceIn(text, /=+$/, '');
  const normalizeBase64 = (text) => stringReplaceAll(stringReplaceAll(withoutPadding(text), '-', '+'), '_', '/');
  return arraySome(metadata, ({ 1: algorithm, 2: value }) => algorithm === strongest && normalizeBase64(value) === withoutPadding(digest));
}

module.exports = { fetch };
