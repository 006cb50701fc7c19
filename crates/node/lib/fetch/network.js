'use strict';
// One HTTP exchange over node:http: sends the request and resolves with the response's head; its body is a stream.

const {
  arrayIncludes, arrayMap, arrayPush, arrayReverse, objectAssign, objectDefineProperty, stringSplit, stringStartsWith,
  stringToLowerCase, stringTrim,
} = require('core/intrinsics');
const { replaceIn } = require('core/safe/patterns');
const { promiseThen } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const globals = require('globals');
const { HeaderList } = require('fetch/headers');
const { Body } = require('fetch/body');
const { NULL_BODY, REDIRECTS } = require('fetch/response');

const MAX_CODINGS = 5;

const agents = { __proto__: null };

// Idle connections do not keep the process alive.
function getAgent(protocol) {
  const { Agent, proxyEnvironment } = require('http/agent');
  const AgentClass = protocol === 'https:' ? require('https').Agent : Agent;
  return agents[protocol] ??= markAsFetchAgent(new AgentClass({ keepAlive: true, scheduling: 'lifo', timeout: 4000, proxyEnv: proxyEnvironment() }));
}

// Observers of 'http' entries do not see a fetch; it is a 'resource' entry.
const markAsFetchAgent = (agent) => objectDefineProperty(agent, 'isOfFetch', { __proto__: null, value: true });

// Errors of the connection have undici's names and codes.
function createError(name, code, message) {
  const error = new Error(message);
  objectDefineProperty(error, 'name', { __proto__: null, configurable: true, value: name, writable: true });
  if (code !== undefined) error.code = code;
  return error;
}

function translateError(error) {
  if (error.code === 'ECONNRESET' && (error.message === 'socket hang up' || error.message === 'aborted')) {
    return createError('SocketError', 'UND_ERR_SOCKET', 'other side closed');
  }
  if (error.reason !== undefined && stringStartsWith(String(error.code), 'HPE_')) {
    return createError('HTTPParserError', undefined, `Response does not match the HTTP/1.1 protocol (${error.reason})`);
  }
  return error;
}

async function exchange(state, control) {
  const headers = headersOf(state);
  for (;;) {
    try {
      return await attempt(state, headers, control);
    } catch (error) {
      // A kept-alive connection that the server was just closing: the request was not processed, so retry it.
      const canRetry = error.wasReused && (state.body === null || state.body.source !== null) && state.method !== 'POST';
      if (!canRetry) throw translateError(error.cause ?? error);
      if (state.body !== null) state.body = state.body.restart();
    }
  }
}

function attempt(state, headers, control) {
  const isSecure = state.url.protocol === 'https:';
  const { request: makeRequest } = require(isSecure ? 'https' : 'http');
  return new __hexloop_promise__((resolve, reject) => {
    const { url } = state;
    const request = makeRequest({
      agent: getAgent(url.protocol),
      host: replaceIn(url.hostname, /^\[|\]$/g, ''),
      port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method: state.method,
      headers,
      setDefaultHeaders: false,
    });
    state.timing.sent();
    control.stop = (reason) => {
      state.body?.cancel(reason);
      request.destroy();
    };
    request.on('error', (error) => {
      const wasReused = request.reusedSocket && error.code === 'ECONNRESET' && request.res === null;
      reject(objectAssign(new Error('', { cause: error }), { wasReused }));
    });
    request.on('response', (response) => resolve(toResponse(state, response, control)));
    promiseThen(send(request, state.body), undefined, (error) => {
      reject(error);
      request.destroy();
    });
  });
}

async function send(request, body) {
  if (body === null) {
    request.end();
  } else if (typeof body.source === 'string' || body.source instanceof Uint8Array) {
    request.end(body.source);
  } else {
    for await (const chunk of body.stream) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('Received non-Uint8Array chunk');
      // Exiting the loop cancels the stream.
      if (request.destroyed) return;
      if (!request.write(chunk) && !request.destroyed) await drained(request);
    }
    request.end();
  }
}

function drained(request) {
  return new __hexloop_promise__((resolve) => {
    const done = () => {
      request.removeListener('drain', done);
      request.removeListener('close', done);
      resolve();
    };
    request.on('drain', done);
    request.on('close', done);
  });
}

// ---- request headers

function headersOf(state) {
  const { url, headers, body, method } = state;
  const list = new HeaderList(headers);
  checkHeaders(list, body);
  const connection = list.get('connection') ?? 'keep-alive';
  for (const name of each(['host', 'connection', 'content-length'])) list.delete(name);
  const setDefault = (name, value) => { if (!list.has(name)) list.append(name, value); };
  setDefault('accept', '*/*');
  setDefault('accept-language', '*');
  const referrer = referrerOf(state);
  if (referrer !== '') setDefault('referer', referrer);
  setDefault('sec-fetch-mode', state.mode);
  setDefault('user-agent', 'node');
  if (state.cache === 'no-cache') setDefault('cache-control', 'max-age=0');
  if (state.cache === 'no-store' || state.cache === 'reload') {
    setDefault('pragma', 'no-cache');
    setDefault('cache-control', 'no-cache');
  }
  setDefault('accept-encoding', list.has('range') ? 'identity' : 'gzip, deflate');
  if (body?.length != null) list.set('content-length', String(body.length));
  else if (body !== null) list.set('transfer-encoding', 'chunked');
  else if (method === 'POST' || method === 'PUT') list.set('content-length', '0');
  return ['host', url.host, 'connection', connection, ...each(list.flat())];
}

// Headers that concern the connection are not allowed.
function checkHeaders(list, body) {
  for (const name of each(['transfer-encoding', 'keep-alive', 'upgrade'])) {
    if (list.has(name)) throw createError('InvalidArgumentError', 'UND_ERR_INVALID_ARG', `invalid ${name} header`);
  }
  if (list.has('expect')) throw createError('NotSupportedError', 'UND_ERR_NOT_SUPPORTED', 'expect header not supported');
  const length = list.get('content-length');
  if (length !== null && body?.length != null && Number(length) !== body.length) {
    throw createError('RequestContentLengthMismatchError', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', 'Request body length does not match content-length header');
  }
}

// The Referer header, according to the policy.
function referrerOf({ referrer, referrerPolicy, url }) {
  if (referrer === '' || referrer === 'about:client' || referrerPolicy === 'no-referrer') return '';
  const from = new globals.URL(referrer);
  if (from.protocol !== 'http:' && from.protocol !== 'https:') return '';
  from.username = from.password = from.hash = '';
  const origin = `${from.origin}/`;
  const isSame = from.origin === url.origin;
  const isDowngrade = from.protocol === 'https:' && url.protocol === 'http:';
  switch (referrerPolicy) {
    case 'unsafe-url': return from.href;
    case 'origin': return origin;
    case 'same-origin': return isSame ? from.href : '';
    case 'strict-origin': return isDowngrade ? '' : origin;
    case 'origin-when-cross-origin': return isSame ? from.href : origin;
    case 'no-referrer-when-downgrade': return isDowngrade ? '' : from.href;
    default: return isSame ? from.href : isDowngrade ? '' : origin;
  }
}

// ---- response

function toResponse(state, response, control) {
  const { timing } = state;
  timing.responded();
  const headers = new HeaderList();
  const { rawHeaders, statusCode: status } = response;
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(stringToLowerCase(rawHeaders[i]), rawHeaders[i + 1]);
  const result = { status, statusText: response.statusMessage, headers, body: null, discard: () => response.resume().on('error', () => {}) };
  if (state.method === 'HEAD' || arrayIncludes(NULL_BODY, status)) {
    response.resume();
    timing.finish(status, headers);
    return result;
  }
  const readable = decoded(response, headers.get('content-encoding'));
  const isRedirect = arrayIncludes(REDIRECTS, status) && headers.has('location') && state.redirect !== 'manual';
  let encoded = 0;
  if (readable !== response) response.on('data', (chunk) => { encoded += chunk.byteLength; });
  const onBodyEnd = (decodedBytes) => {
    // Do not report the timing of a redirect.
    if (isRedirect) return;
    timing.decoded = decodedBytes;
    timing.encoded = readable === response ? decodedBytes : encoded;
    timing.finish(status, headers);
  };
  result.body = new Body(null, null, streamOf(readable, response, control, onBodyEnd));
  return result;
}

function decoded(response, encoding) {
  const codings = encoding === null ? [] : arrayMap(stringSplit(stringToLowerCase(encoding), ','), (coding) => stringTrim(coding));
  if (codings.length > MAX_CODINGS) throw new Error(`too many content-encodings in response: ${codings.length}, maximum allowed is ${MAX_CODINGS}`);
  const decoders = [];
  for (const coding of each(arrayReverse(codings))) {
    const make = decoderOf[coding];
    // An unknown coding leaves the body as it is.
    if (make === undefined) return response;
    arrayPush(decoders, make());
  }
  return decoders.length === 0 ? response : require('stream').pipeline(response, ...each(decoders), () => {});
}

const zlib = () => require('zlib');
const syncFlush = () => ({ flush: zlib().constants.Z_SYNC_FLUSH, finishFlush: zlib().constants.Z_SYNC_FLUSH });
const gunzip = () => zlib().createGunzip(syncFlush());
const decoderOf = {
  __proto__: null,
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: () => createInflateAny(),
  br: () => zlib().createBrotliDecompress({ flush: zlib().constants.BROTLI_OPERATION_FLUSH, finishFlush: zlib().constants.BROTLI_OPERATION_FLUSH }),
};

// Some servers send `deflate` without the zlib header; the first byte decides.
function createInflateAny() {
  const { Transform } = require('stream');
  let inflate;
  return new Transform({
    transform(chunk, encoding, callback) {
      if (inflate === undefined) {
        if (chunk.length === 0) return callback();
        inflate = (chunk[0] & 0x0f) === 0x08 ? zlib().createInflate(syncFlush()) : zlib().createInflateRaw(syncFlush());
        inflate.on('data', (bytes) => this.push(bytes)).on('error', (error) => this.destroy(error));
      }
      inflate.write(chunk, callback);
    },
    final(callback) {
      if (inflate === undefined) return callback();
      inflate.on('end', () => callback());
      inflate.end();
    },
  });
}

// How many bytes are buffered ahead of the reader: small bodies are read completely, which frees the connection.
const READ_AHEAD = 64 * 1024;

// Pauses the response when the reader is slow.
function streamOf(readable, response, control, onEnd) {
  let done = false;
  let count = 0;
  return new (require('stream/web').ReadableStream)({
    type: 'bytes',
    start(controller) {
      const fail = (error) => {
        if (done) return;
        done = true;
        control.release();
        controller.error(error);
      };
      readable.on('data', (chunk) => {
        if (done) return;
        count += chunk.byteLength;
        // The stream transfers the chunk's ArrayBuffer, so use it only if the chunk owns all of it.
        const ownsBuffer = readable === response && chunk.byteLength === chunk.buffer.byteLength;
        controller.enqueue(ownsBuffer ? new Uint8Array(chunk.buffer) : new Uint8Array(chunk));
        if (controller.desiredSize <= -READ_AHEAD) readable.pause();
      });
      readable.on('end', () => {
        if (done) return;
        done = true;
        onEnd(count);
        control.release();
        controller.close();
        controller.byobRequest?.respond(0);
      });
      readable.on('error', (error) => fail(new TypeError('terminated', { cause: translateError(error) })));
      if (response !== readable) response.on('error', (error) => fail(new TypeError('terminated', { cause: translateError(error) })));
      control.stop = (reason) => {
        fail(reason);
        response.destroy();
      };
    },
    pull() { readable.resume(); },
    cancel() {
      done = true;
      onEnd(count);
      control.release();
      response.destroy();
    },
  });
}

module.exports = { exchange };
