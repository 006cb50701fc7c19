'use strict';
// Request.

const { byteString, countArguments, dictionary, illegalInvocation, inspectAs, finishClass, oneOf, usvString } = require('fetch/interface');
const { HeaderList, TOKEN, fill, headersOver } = require('fetch/headers');
const { addBodyMembers, extract } = require('fetch/body');

const customInspect = Symbol.for('nodejs.util.inspect.custom');
const { AbortController, AbortSignal } = require('core/abort');

// What only the class can see, lent to this file.
let stateOf;

// Node also takes these words in the order that its messages show.
const WORDS = {
  referrerPolicy: ['', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin', 'origin-when-cross-origin',
    'strict-origin-when-cross-origin', 'unsafe-url'],
  mode: ['navigate', 'same-origin', 'no-cors', 'cors'],
  credentials: ['omit', 'same-origin', 'include'],
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  redirect: ['follow', 'manual', 'error'],
  duplex: ['half'],
  priority: ['high', 'low', 'auto'],
};
const KNOWN_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];

class Request {
  // { method, url, headers (a HeaderList), body, referrer, source (the signal it follows), … }
  #state;
  #headers = null;
  #signal = null;

  constructor(input, init = undefined) {
    if (input === kCloned) {
      this.#state = init;
      return;
    }
    countArguments(arguments, 1, 'Request constructor');
    const other = stateOf(input);
    const options = dictionary(init);
    this.#state = other === undefined ? fresh(parse(input)) : { ...other, headers: new HeaderList(other.headers), body: null, source: input.signal };
    const state = this.#state;
    takeOptions(state, options);
    if (options.headers !== undefined) {
      state.headers = new HeaderList();
      fill(this.headers, options.headers);
    }
    takeBody(state, options, other);
  }

  get method() { return demand(this).method; }

  get url() { return demand(this).url.href; }

  get headers() {
    const { headers } = demand(this);
    return this.#headers ??= headersOver(headers, 'request');
  }

  get destination() {
    demand(this);
    return '';
  }

  get referrer() { return demand(this).referrer; }

  get referrerPolicy() { return demand(this).referrerPolicy; }

  get mode() { return demand(this).mode; }

  get credentials() { return demand(this).credentials; }

  get cache() { return demand(this).cache; }

  get redirect() { return demand(this).redirect; }

  get integrity() { return demand(this).integrity; }

  get keepalive() { return demand(this).keepalive; }

  get isReloadNavigation() {
    demand(this);
    return false;
  }

  get isHistoryNavigation() {
    demand(this);
    return false;
  }

  // Its own, which follows the one that was given.
  get signal() {
    const { source } = demand(this);
    return this.#signal ??= source === null ? new AbortController().signal : AbortSignal.any([source]);
  }

  get duplex() {
    demand(this);
    return 'half';
  }

  clone() {
    const state = demand(this);
    if (state.body?.isUnusable) throw new TypeError('unusable');
    return new Request(kCloned, { ...state, headers: new HeaderList(state.headers), body: state.body?.clone() ?? null, source: this.signal });
  }

  [customInspect](depth, options) {
    const {
      method, url, headers, destination, referrer, referrerPolicy, mode, credentials, cache, redirect, integrity, keepalive,
      isReloadNavigation, isHistoryNavigation, signal,
    } = this;
    return inspectAs('Request', {
      method, url, headers, destination, referrer, referrerPolicy, mode, credentials, cache, redirect, integrity, keepalive,
      isReloadNavigation, isHistoryNavigation, signal,
    }, depth, options);
  }

  static {
    stateOf = (request) => (request !== null && typeof request === 'object' && #state in request ? request.#state : undefined);
  }
}

// Handed to the constructor by clone() alone.
const kCloned = Symbol('cloned');

function demand(request) {
  const state = stateOf(request);
  if (state === undefined) throw illegalInvocation();
  return state;
}

const fresh = (url) => ({
  method: 'GET', url, headers: new HeaderList(), body: null, referrer: 'about:client', referrerPolicy: '', mode: 'cors',
  credentials: 'same-origin', cache: 'default', redirect: 'follow', integrity: '', keepalive: false, source: null,
});

function parse(input) {
  const text = usvString(input);
  let url;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new TypeError(`Failed to parse URL from ${text}`, { cause });
  }
  if (url.username !== '' || url.password !== '') throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${text}`);
  return url;
}

// As WebIDL reads a dictionary: all of it first, by name; then what it means.
function takeOptions(state, options) {
  const given = {};
  for (const name of Object.keys(WORDS)) if (options[name] !== undefined) given[name] = oneOf(options[name], WORDS[name]);
  if (options.window !== undefined && options.window !== null) throw new TypeError("'window' option 'client' must be null");
  takeReferrer(state, options.referrer);
  if (given.mode === 'navigate') throw new TypeError('Request constructor: invalid request mode navigate.');
  for (const name of ['referrerPolicy', 'mode', 'credentials', 'cache', 'redirect']) if (given[name] !== undefined) state[name] = given[name];
  if (state.cache === 'only-if-cached' && state.mode !== 'same-origin') {
    throw new TypeError("'only-if-cached' can be set only with 'same-origin' mode");
  }
  if (options.integrity !== undefined && options.integrity !== null) state.integrity = `${options.integrity}`;
  if (options.keepalive !== undefined) state.keepalive = Boolean(options.keepalive);
  if (options.method !== undefined) state.method = methodOf(options.method);
  takeSignal(state, options.signal);
  if (options.dispatcher !== undefined) state.dispatcher = options.dispatcher;
}

function takeReferrer(state, referrer) {
  if (referrer === undefined) return;
  const text = usvString(referrer, 'RequestInit', 'referrer');
  if (text === '') {
    state.referrer = '';
    return;
  }
  let url;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new TypeError(`Referrer "${text}" is not a valid URL.`, { cause });
  }
  state.referrer = url.protocol === 'about:' && url.pathname === 'client' ? 'about:client' : url.href;
}

function methodOf(value) {
  const method = byteString(value, 'RequestInit', 'method');
  if (!TOKEN.test(method)) throw new TypeError(`'${method}' is not a valid HTTP method.`);
  const upper = method.toUpperCase();
  if (['CONNECT', 'TRACE', 'TRACK'].includes(upper)) throw new TypeError(`'${method}' HTTP method is unsupported.`);
  return KNOWN_METHODS.includes(upper) ? upper : method;
}

function takeSignal(state, signal) {
  if (signal === undefined) return;
  if (signal !== null && !(signal instanceof AbortSignal)) {
    throw new TypeError(`RequestInit: Expected signal ("${require('inspect/inspect').inspect(signal)}") to be an instance of AbortSignal.`);
  }
  state.source = signal;
}

function takeBody(state, options, other) {
  const isGiven = options.body !== undefined && options.body !== null;
  if ((isGiven || other?.body) && (state.method === 'GET' || state.method === 'HEAD')) {
    throw new TypeError('Request with GET/HEAD method cannot have body.');
  }
  if (isGiven) {
    const { body, type } = extract(options.body, 'RequestInit');
    if (type !== null && !state.headers.has('content-type')) state.headers.append('content-type', type);
    if (body.source === null && options.duplex === undefined) throw new TypeError('RequestInit: duplex option is required when sending a body.');
    state.body = body;
  } else if (other?.body) {
    if (other.body.isUnusable) throw new TypeError('Cannot construct a Request with a Request object that has already been used.');
    state.body = other.body.handOver();
  }
}

addBodyMembers(Request, stateOf);
finishClass(Request);

module.exports = { Request, stateOf };
