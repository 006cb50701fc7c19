'use strict';
// WebSocket, the client: an upgrade request of node:http, then frames (web_socket_frames.js).
//
//   CONNECTING ─▶ OPEN ─▶ CLOSING ─▶ CLOSED      'open' · 'message' … · 'close'
//        └───────────┴── any failure ──────────────▶ 'error', then 'close' with 1006
//
// No extension is offered, so a compressed frame is a protocol error.

const {
  arrayBufferStaticIsView, arrayJoin, arrayMap, arraySome, mathMax, mathMin, mathRound, objectDefineProperty, objectEntries,
  regexpTest, stringEndsWith, stringToLowerCase,
} = require('core/intrinsics');
const globals = require('globals');
const { each } = require('core/safe/walk');
const { SafeSet } = require('core/safe/collections');
const { replaceIn } = require('core/safe/patterns');
const { isIn, sliceOf } = require('core/safe/lists');
const { promiseThen } = require('core/safe/promises');
const { Buffer } = require('buffer');
const { nextTick } = require('loop/ticks');
const { EventTarget, defineEventHandler } = require('core/event_target');
const { Event } = require('core/event');
const { DOMException } = require('core/dom_exception');
const { isBlob } = require('buffer/blob');
const { isAnyArrayBuffer } = require('util/types');
const { countArguments, finishClass, illegalInvocation, usvString } = require('fetch/webidl');
const { TOKEN } = require('fetch/headers');
const { BINARY, CLOSE, FrameReader, MAX_CONTROL_PAYLOAD, PING, PONG, TEXT, ProtocolError, encode } = require('web/web_socket_frames');

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;
// How long to wait for the peer's close frame.
const CLOSE_TIMEOUT = 3000;

const failure = (name, message) => new DOMException(message, name);

// A function with access to private members, for this file.
let stateOf;

class WebSocket extends EventTarget {
  #state;

  constructor(url, protocols = []) {
    super();
    countArguments(arguments, 1, 'WebSocket constructor');
    const { protocols: names, headers } = optionsOf(protocols);
    this.#state = new Connection(this, parse(url), protocolsOf(names), headers);
    this.#state.connect();
  }

  close(code = undefined, reason = undefined) {
    const state = stateOf(this);
    if (code !== undefined) {
      code = mathMin(mathMax(mathRound(Number(code)) || 0, 0), 65535);
      if (code !== 1000 && (code < 3000 || code > 4999)) throw failure('InvalidAccessError', 'invalid code');
    }
    const text = reason === undefined ? '' : usvString(reason, 'WebSocket.close', 'reason');
    const { length } = Buffer.from(text);
    if (length > MAX_CONTROL_PAYLOAD - 2) throw failure('SyntaxError', `Reason must be less than 123 bytes; received ${length}`);
    state.close(code, text);
  }

  send(data) {
    const state = stateOf(this);
    countArguments(arguments, 1, 'WebSocket.send');
    if (state.readyState === CONNECTING) throw failure('InvalidStateError', 'Sent before connected.');
    state.send(data);
  }

  get readyState() { return stateOf(this).readyState; }

  get bufferedAmount() { return stateOf(this).buffered; }

  get url() { return stateOf(this).url.href; }

  get extensions() {
    stateOf(this);
    return '';
  }

  get protocol() { return stateOf(this).protocol; }

  get binaryType() { return stateOf(this).binaryType; }

  set binaryType(type) { stateOf(this).binaryType = type === 'arraybuffer' ? 'arraybuffer' : 'blob'; }

  static {
    stateOf = (object) => {
      if (object === null || typeof object !== 'object' || !(#state in object)) throw illegalInvocation();
      return object.#state;
    };
  }
}

function optionsOf(given) {
  const isOptions = typeof given === 'object' && given !== null && typeof given[Symbol.iterator] !== 'function';
  if (!isOptions) return { protocols: given, headers: undefined };
  if (given.dispatcher !== undefined) throw require('core/not_implemented').notImplemented('the option dispatcher of WebSocket');
  return { protocols: given.protocols ?? [], headers: given.headers };
}

function parse(given) {
  let url;
  try {
    url = new globals.URL(usvString(given, 'WebSocket constructor', 'url'));
  } catch (error) {
    throw failure('SyntaxError', `${error.name}: ${error.message}`);
  }
  if (url.protocol === 'http:') url.protocol = 'ws:';
  else if (url.protocol === 'https:') url.protocol = 'wss:';
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') throw failure('SyntaxError', 'expected a ws: or wss: url');
  if (url.hash !== '' || stringEndsWith(url.href, '#')) throw failure('SyntaxError', 'hash');
  return url;
}

function protocolsOf(given) {
  const names = typeof given === 'object' && given !== null ? arrayMap([...given], String) : [String(given)];
  const isInvalid = new SafeSet(arrayMap(names, (name) => stringToLowerCase(name))).size !== names.length || arraySome(names, (name) => !regexpTest(TOKEN, name));
  if (isInvalid) throw failure('SyntaxError', 'Invalid Sec-WebSocket-Protocol value');
  return names;
}

class Connection {
  constructor(webSocket, url, protocols, headers) {
    this.webSocket = webSocket;
    this.url = url;
    this.protocols = protocols;
    this.headers = headers;
    this.readyState = CONNECTING;
    this.protocol = '';
    this.binaryType = 'blob';
    this.buffered = 0;
    this.socket = null;
    this.request = null;
    this.reader = new FrameReader();
    // The close frame received, and whether ours was sent.
    this.closeReceived = null;
    this.hasSentClose = false;
    // A Blob is read before it is sent; later messages wait for it.
    this.lastSend = null;
  }

  connect() {
    const isSecure = this.url.protocol === 'wss:';
    const key = require('crypto').randomBytes(16).toString('base64');
    const accept = require('crypto').createHash('sha1').update(key + GUID).digest('base64');
    const { hostname, port, pathname, search } = this.url;
    this.request = require(isSecure ? 'https' : 'http').request({
      host: replaceIn(hostname, /^\[|\]$/g, ''), port: port || (isSecure ? 443 : 80), path: `${pathname}${search}`, agent: false, headers: this.#head(key),
    });
    this.request.on('upgrade', (response, socket, head) => this.#onUpgrade(response, socket, head, accept));
    this.request.on('response', (response) => {
      response.destroy();
      this.fail();
    });
    this.request.on('error', () => this.fail());
    this.request.end();
  }

  #head(key) {
    const { HeaderList, Headers, listOf } = require('fetch/headers');
    const list = new HeaderList(this.headers === undefined ? undefined : listOf(new Headers(this.headers)));
    const set = (name, value) => list.set(name, value);
    set('host', this.url.host);
    set('connection', 'upgrade');
    set('upgrade', 'websocket');
    set('sec-websocket-key', key);
    set('sec-websocket-version', '13');
    if (this.protocols.length > 0) set('sec-websocket-protocol', arrayJoin(this.protocols, ', '));
    set('accept', '*/*');
    set('accept-language', '*');
    set('sec-fetch-mode', 'websocket');
    if (!list.has('user-agent')) set('user-agent', 'node');
    set('pragma', 'no-cache');
    set('cache-control', 'no-cache');
    return list.flat();
  }

  #onUpgrade(response, socket, head, accept) {
    const { headers } = response;
    const protocol = headers['sec-websocket-protocol'];
    const isValid = stringToLowerCase(headers.upgrade ?? '') === 'websocket' && regexpTest(/(?:^|,)\s*upgrade\s*(?:,|$)/i, headers.connection ?? '') &&
      headers['sec-websocket-accept'] === accept && headers['sec-websocket-extensions'] === undefined &&
      (this.protocols.length === 0 ? protocol === undefined : isIn(this.protocols, protocol));
    this.socket = socket;
    if (!isValid || this.readyState !== CONNECTING) {
      this.fail();
      return;
    }
    this.protocol = protocol ?? '';
    this.readyState = OPEN;
    socket.setTimeout(0);
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#onData(bytes));
    socket.on('error', () => {});
    socket.on('close', () => this.#onSocketClose());
    this.#dispatch(new Event('open'));
    if (head.length > 0) this.#onData(head);
  }

  #dispatch(event) { this.webSocket.dispatchEvent(event); }

  // ---- receive

  #onData(bytes) {
    this.reader.add(bytes);
    try {
      for (let frame; this.closeReceived === null && this.readyState !== CLOSED && (frame = this.reader.next()) !== undefined;) this.#onFrame(frame);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.fail(error.closeCode, error.message);
    }
  }

  #onFrame({ opcode, payload }) {
    if (opcode === PING) this.#write(PONG, payload);
    else if (opcode === CLOSE) this.#onClose(payload);
    else if (opcode !== PONG && this.readyState === OPEN) this.#onMessage(opcode, payload);
  }

  #onMessage(opcode, payload) {
    let data;
    if (opcode === TEXT) data = utf8(payload);
    else if (this.binaryType === 'blob') data = new (require('buffer/blob').Blob)([payload]);
    else data = sliceOf(payload.buffer, payload.byteOffset, payload.byteOffset + payload.byteLength);
    this.#dispatch(new (require('messaging/events').MessageEvent)('message', { data, origin: this.url.origin }));
  }

  #onClose(payload) {
    if (payload.length === 1) throw new ProtocolError(1002, 'Received close frame with a 1-byte body.');
    const code = payload.length === 0 ? 1005 : payload.readUInt16BE(0);
    const isAllowed = payload.length === 0 || (code >= 1000 && code < 1015 && code !== 1004 && code !== 1005 && code !== 1006) || (code >= 3000 && code < 5000);
    if (!isAllowed) throw new ProtocolError(1002, 'Invalid status code');
    this.closeReceived = { code, reason: utf8(payload.subarray(2)) };
    this.readyState = CLOSING;
    if (!this.hasSentClose) this.#sendClose(payload.length === 0 ? Buffer.alloc(0) : payload.subarray(0, 2));
    this.socket.end();
  }

  // ---- send

  #write(opcode, payload, done = undefined) {
    if (this.socket !== null && this.socket.writable) this.socket.write(encode(opcode, payload), done);
    else done?.();
  }

  #sendClose(payload) {
    this.hasSentClose = true;
    this.#write(CLOSE, payload);
  }

  send(data) {
    const isText = !isBlob(data) && !isAnyArrayBuffer(data) && !arrayBufferStaticIsView(data);
    if (isText) data = Buffer.from(usvString(data, 'WebSocket.send', 'data'));
    else if (arrayBufferStaticIsView(data)) data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    else if (!isBlob(data)) data = Buffer.from(data);
    if (this.readyState !== OPEN) return;
    const size = isBlob(data) ? data.size : data.length;
    this.buffered += size;
    const write = (bytes) => this.#write(isText ? TEXT : BINARY, bytes, () => { this.buffered -= size; });
    if (this.lastSend === null && !isBlob(data)) {
      write(data);
      return;
    }
    const before = this.lastSend;
    const current = (async () => {
      const bytes = isBlob(data) ? await data.bytes() : data;
      await before;
      write(bytes);
      if (this.lastSend === current) this.lastSend = null;
    })();
    this.lastSend = current;
  }

  close(code, reason) {
    if (this.readyState === CLOSING || this.readyState === CLOSED) return;
    if (this.readyState === CONNECTING) {
      this.readyState = CLOSING;
      nextTick(() => this.fail());
      return;
    }
    this.readyState = CLOSING;
    const bytes = Buffer.from(reason);
    const payload = code === undefined && bytes.length === 0 ? Buffer.alloc(0) : Buffer.concat([Buffer.alloc(2), bytes]);
    if (payload.length > 0) payload.writeUInt16BE(code ?? 1000);
    const send = () => {
      this.#sendClose(payload);
      globals.setTimeout(() => this.socket.destroy(), CLOSE_TIMEOUT).unref();
    };
    if (this.lastSend === null) send();
    else promiseThen(this.lastSend, send);
  }

  // ---- close

  #onSocketClose() {
    if (this.readyState === CLOSED) return;
    if (this.closeReceived === null || !this.hasSentClose) {
      this.fail();
      return;
    }
    this.readyState = CLOSED;
    this.#dispatchClose(true, this.closeReceived.code, this.closeReceived.reason);
  }

  #dispatchClose(wasClean, code, reason) {
    this.#dispatch(new (require('messaging/events').CloseEvent)('close', { wasClean, code, reason }));
  }

  fail(code = undefined, reason = '') {
    if (this.readyState === CLOSED) return;
    const wasConnected = this.readyState === OPEN || this.readyState === CLOSING;
    this.readyState = CLOSED;
    if (code !== undefined && wasConnected && !this.hasSentClose) {
      const payload = Buffer.concat([Buffer.alloc(2), Buffer.from(reason)]);
      payload.writeUInt16BE(code);
      this.#sendClose(payload);
      this.socket.destroySoon();
    } else {
      this.socket?.destroy();
    }
    this.request?.destroy();
    this.#dispatch(new (require('messaging/events').ErrorEvent)('error', { error: new TypeError(''), message: '' }));
    this.#dispatchClose(false, 1006, '');
  }
}

function utf8(bytes) {
  try {
    return new globals.TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ProtocolError(1007, 'Received invalid UTF-8 in text frame.');
  }
}

for (const target of each([WebSocket, WebSocket.prototype])) {
  for (const { 0: name, 1: value } of each(objectEntries({ CONNECTING, OPEN, CLOSING, CLOSED }))) {
    objectDefineProperty(target, name, { __proto__: null, value, enumerable: true });
  }
}
for (const name of each(['open', 'error', 'close', 'message'])) defineEventHandler(WebSocket.prototype, name);
finishClass(WebSocket);
objectDefineProperty(WebSocket, 'length', { __proto__: null, value: 1, configurable: true });

module.exports = { WebSocket };
