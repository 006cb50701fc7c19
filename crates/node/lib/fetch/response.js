'use strict';
// Response.

const { arrayAt, arrayIncludes, jsonStringify, mathTrunc, regexpTest, stringToWellFormed, symbolFor } = require('core/intrinsics');
const globals = require('globals');
const { replaceIn } = require('core/safe/patterns');
const { sliceOf } = require('core/safe/lists');
const { countArguments, byteString, dictionary, illegalInvocation, inspectAs, finishClass } = require('fetch/webidl');
const { HeaderList, fill, createHeaders } = require('fetch/headers');
const { addBodyMembers, extract } = require('fetch/body');

const customInspect = symbolFor('nodejs.util.inspect.custom');
const NULL_BODY = [101, 204, 205, 304];
const REDIRECTS = [301, 302, 303, 307, 308];

// Functions with access to private members, for this file.
let stateOf;
let createResponse;

class Response {
  // { type, status, statusText, headers (a HeaderList), body, urls, guard }
  #state;
  #headers = null;

  constructor(body = null, init = undefined) {
    if (body === kInternal) {
      this.#state = init;
      return;
    }
    const { status, statusText, headers } = responseInit(init);
    this.#state = { type: 'default', status, statusText, headers: new HeaderList(), body: null, urls: [], guard: 'response' };
    if (headers !== undefined) fill(this.headers, headers);
    if (body === null || body === undefined) return;
    setBody(this.#state, extract(body, 'Response'));
  }

  static error() {
    return createResponse({ type: 'error', status: 0, statusText: '', headers: new HeaderList(), body: null, urls: [], guard: 'immutable' });
  }

  static json(data, init = undefined) {
    countArguments(arguments, 1, 'Response.json');
    const text = jsonStringify(data);
    if (text === undefined) throw new TypeError('Value is not JSON serializable');
    const { status, statusText, headers } = responseInit(init);
    const state = { type: 'default', status, statusText, headers: new HeaderList(), body: null, urls: [], guard: 'response' };
    const response = createResponse(state);
    if (headers !== undefined) fill(response.headers, headers);
    setBody(state, { ...extract(text, 'Response'), type: 'application/json' });
    return response;
  }

  static redirect(url, status = 302) {
    countArguments(arguments, 1, 'Response.redirect');
    const text = stringToWellFormed(`${url}`);
    let parsed;
    try {
      parsed = new globals.URL(text);
    } catch (cause) {
      throw new TypeError(`Failed to parse URL from ${text}`, { cause });
    }
    status = mathTrunc(Number(status)) & 0xffff;
    if (!arrayIncludes(REDIRECTS, status)) throw new RangeError(`Invalid status code ${status}`);
    const headers = new HeaderList();
    headers.append('location', parsed.href);
    return createResponse({ type: 'default', status, statusText: '', headers, body: null, urls: [], guard: 'immutable' });
  }

  get type() { return requireState(this).type; }

  get url() {
    const url = arrayAt(requireState(this).urls, -1);
    if (url === undefined) return '';
    const { href, hash } = url;
    return hash === '' ? replaceIn(href, /#$/, '') : sliceOf(href, 0, -hash.length);
  }

  get redirected() { return requireState(this).urls.length > 1; }

  get status() { return requireState(this).status; }

  get ok() {
    const { status } = requireState(this);
    return status >= 200 && status <= 299;
  }

  get statusText() { return requireState(this).statusText; }

  get headers() {
    const { headers, guard } = requireState(this);
    return this.#headers ??= createHeaders(headers, guard);
  }

  clone() {
    const state = requireState(this);
    if (state.body?.isUnusable) throw new TypeError('Response.clone: Body has already been consumed.');
    return createResponse({ ...state, headers: new HeaderList(state.headers), body: state.body?.clone() ?? null });
  }

  [customInspect](depth, options) {
    const { status, statusText, headers, body, bodyUsed, ok, redirected, type, url } = this;
    return inspectAs('Response', { status, statusText, headers, body, bodyUsed, ok, redirected, type, url }, depth, options);
  }

  static {
    stateOf = (response) => (response !== null && typeof response === 'object' && #state in response ? response.#state : undefined);
    createResponse = (state) => new Response(kInternal, state);
  }
}

// Passed to the constructor by this file only.
const kInternal = Symbol('made');

function requireState(response) {
  const state = stateOf(response);
  if (state === undefined) throw illegalInvocation();
  return state;
}

function responseInit(init) {
  const { status: statusInit, statusText: textInit, headers } = dictionary(init);
  const status = statusInit === undefined ? 200 : mathTrunc(Number(statusInit)) & 0xffff;
  if (status < 200 || status > 599) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
  const statusText = textInit === undefined ? '' : byteString(textInit, 'ResponseInit', 'statusText');
  if (regexpTest(/[^\t\x20-\x7e\x80-\xff]/, statusText)) throw new TypeError('Invalid statusText');
  return { status, statusText, headers };
}

function setBody(state, { body, type }) {
  if (arrayIncludes(NULL_BODY, state.status)) throw new TypeError(`Response constructor: Invalid response status code ${state.status}`);
  state.body = body;
  if (type !== null && !state.headers.has('content-type')) state.headers.append('content-type', type);
}

addBodyMembers(Response, stateOf);
finishClass(Response);

module.exports = { NULL_BODY, REDIRECTS, Response, createResponse };
