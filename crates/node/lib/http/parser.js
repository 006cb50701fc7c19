'use strict';
// The HTTP/1 parser, for servers and clients: the JavaScript half. src/bindings/http.rs describes the events.
//
// For the owner of a connection (server: http/connection.js; client: http/client_socket.js):
//
//   const parser = new Parser();
//   parser.initialize(Parser.RESPONSE, socket, maxHeaderSize, lenientFlags, maxHeaders)   0: the default size; 0: no limit
//   parser.onIncoming = (message, shouldKeepAlive) => number     once for each head, 1xx responses included
//         0: continue   1: no body follows, whatever the headers say (the response to HEAD)   2: the connection is upgraded
//   parser.onFinished(parser, status)   after all of a read: status is undefined; an Error with code, reason and bytesParsed
//         (HPE_…); or a Buffer with the bytes after a message that upgraded the connection
//   parser.joinDuplicateHeaders, parser.socket, parser.incoming (the current message)
//
// There are two ways to feed it:
//   parser.consume(socket._handle)      what the handle reads goes straight to the parser, and onFinished() is called;
//                                       parser.unconsume() returns the data to the socket
//   parser.execute(buffer)              returns how many bytes were consumed, or an Error; onFinished() is not called
//   parser.finish()                     the connection has ended: undefined, or an Error (HPE_INVALID_EOF_STATE)
// parser.free() at the end. `upgrade` of the message is set if it requests an upgrade (Upgrade, CONNECT); after onIncoming()
// returned 2, execute() stops after the message, and takeRemaining() returns the remaining bytes.
//
// Strings are created when they are read: the parser returns all headers as one string, `name\nvalue\nname…`, and if a
// connection repeats its last URL or headers, the same string again.

const { arrayPop, arrayPush, objectAssign, stringSplit, typedArrayBuffer, typedArrayByteOffset } = require('core/intrinsics');
const { newList } = require('core/safe/list');
const { indexIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const native = binding('http');
const { fail, clearContext, nextTick, runTicks } = require('loop/ticks');
const { IncomingMessage } = require('http/incoming');
const { Buffer } = require('buffer');
const { Handle, receiveBuffer, takeBytes } = require('net/handle');
const { COMPLETE, KEEP_ALIVE, MORE_EVENTS, SAME_FIELDS, SAME_LINE, UPGRADE, VERSION_SHIFT } = require('http/head_flags');

const { event } = native;
const methods = stringSplit(native.methods, ' ');

const kIncomingMessage = Symbol('IncomingMessage');

const UNREAD = -1;

// Shared with Rust as `http_event` (build.rs).
const NEED_DATA = 0;
const HEADERS_COMPLETE = 1;
const BODY = 2;
const OWNED_BODY = 3;
const MESSAGE_COMPLETE = 4;
const PARSE_ERROR = 5;
const UPGRADED = 6;

const REQUEST = 1;
const RESPONSE = 2;
const DEFAULT_MAX_HEADERS = 1000;
const NO_LIMIT = 2 ** 31 - 1;

const parsers = newList();
const noop = () => {};

class HTTPParser {
  constructor() {
    this.id = -1;
    this.type = 0;
    this.socket = null;
    this.incoming = null;
    this.outgoing = null;
    this.onIncoming = null;
    this.onFinished = noop;
    this.maxHeaderPairs = DEFAULT_MAX_HEADERS * 2;
    this.joinDuplicateHeaders = false;
    this._consumed = false;
    this.handle = null;
    this.frame = null;
    this.line = '';
    this.fields = '';
    // How many times execute() was called, and what was passed to it while it was busy.
    this.executeCount = 0;
    this.pending = null;
    // Its resource for async hooks.
    this.resource = undefined;
  }

  initialize(type, socket, maxHeaderSize = 0, lenient = 0, maxHeaders = DEFAULT_MAX_HEADERS) {
    if (this.id !== -1) this.free();
    this.type = type;
    this.socket = socket ?? null;
    this.frame = __hexloop_context__;
    const size = maxHeaderSize > 0 ? maxHeaderSize : require('http/limits').maxHeaderSize();
    this.id = native.create(type, size, lenient, maxHeaders === 0 ? NO_LIMIT : maxHeaders);
    parsers[this.id] = this;
    if (__hexloop_resources__ !== undefined) this.#makeResource();
  }

  #makeResource() {
    const isRequest = this.type === REQUEST;
    const resource = this.resource = { type: isRequest ? 'HTTPINCOMINGMESSAGE' : 'HTTPCLIENTREQUEST', socket: this.socket };
    const handle = isRequest ? this.socket?._handle : undefined;
    if (handle instanceof Handle) __hexloop_resources__.triggeredBy(handle, () => __hexloop_resources__.emitInit(resource, resource.type));
    else __hexloop_resources__.emitInit(resource, resource.type);
  }

  // Around each callback, as in Node's parser.
  #enter() {
    if (__hexloop_resources__ !== undefined && this.resource !== undefined) __hexloop_resources__.enterScope(this.resource);
  }

  #leave(resource) {
    if (__hexloop_resources__ !== undefined && resource !== undefined) __hexloop_resources__.emitAfter();
  }

  consume(handle) {
    this._consumed = true;
    this.handle = handle;
    native.consume(this.id, handle.id);
  }

  unconsume() {
    this._consumed = false;
    if (this.handle !== null && !this.handle.isClosed) native.unconsume(this.handle.id);
    this.handle = null;
  }

  // Returns the number of bytes consumed, or an Error.
  execute(buffer) {
    if (this.id === undefined) throw new TypeError('Illegal invocation');
    this.executeCount++;
    const first = native.execute(this.id, buffer);
    // A listener of a message made its socket read more while the parser is still busy with earlier data.
    if (first === UNREAD) {
      arrayPush((this.pending ??= []), buffer);
      return buffer.length;
    }
    let kind = this.#run(first, false);
    while (kind === NEED_DATA && this.pending !== null && this.id !== -1) {
      const more = Buffer.concat(this.pending);
      this.pending = null;
      kind = this.#run(native.execute(this.id, more), false);
    }
    if (kind === NEED_DATA || this.id === -1) return buffer.length;
    if (kind === PARSE_ERROR) return this.error();
    return buffer.length - (this.rest = this.takeRemaining()).length;
  }

  finish() {
    if (this.id === -1) return undefined;
    const kind = native.finish(this.id);
    if (kind === MESSAGE_COMPLETE) this.#onMessageComplete(event[3] !== 0 ? native.headers(this.id) : undefined);
    if (kind !== PARSE_ERROR) return undefined;
    const error = this.error();
    // As in Node, the reason is not part of the message here.
    error.message = 'Parse Error';
    return error;
  }

  // Handles all events; if `stopsAfterBody`, returns after each body, so that ticks run in between. If a handler throws, the parser
  // breaks: the rest of the read is dropped, and the next read fails with an error, as in Node.
  #run(kind, stopsAfterBody) {
    try {
      for (;;) {
        switch (kind) {
          case HEADERS_COMPLETE: {
            const number = event[2];
            const bits = event[3];
            const { resource } = this;
            this.#enter();
            if (this.id === -1) return NEED_DATA;
            this.#onHeadersComplete(number, bits);
            this.#leave(resource);
            if (this.id === -1) return NEED_DATA;
            if ((bits & (COMPLETE | MORE_EVENTS)) === COMPLETE) return NEED_DATA;
            break;
          }
          case BODY:
          case OWNED_BODY: {
            const { resource } = this;
            const chunk = this.#takeBody(kind);
            this.#enter();
            if (chunk !== undefined) this.#onBody(chunk);
            this.#leave(resource);
            if (stopsAfterBody) return BODY;
            break;
          }
          case MESSAGE_COMPLETE: {
            const hasTrailers = event[3] !== 0;
            // A parser used directly may have no callbacks.
            const hasCallback = this.onIncoming !== null || this[HTTPParser.kOnMessageComplete] !== undefined;
            const resource = hasCallback ? this.resource : undefined;
            const trailers = hasTrailers ? native.headers(this.id) : undefined;
            if (hasCallback) this.#enter();
            this.#onMessageComplete(trailers);
            this.#leave(resource);
            // As in Node, trailers are a callback of their own, followed by ticks.
            if (stopsAfterBody && hasTrailers) return BODY;
            break;
          }
          default:
            return kind;
        }
        if (this.id === -1) return NEED_DATA;
        kind = native.nextEvent(this.id);
      }
    } catch (error) {
      if (this.id !== -1) native.failAtCallback(this.id, kind);
      throw error;
    }
  }

  #onHeadersComplete(number, bits) {
    const { socket } = this;
    const Message = socket?.server?.[kIncomingMessage] ?? IncomingMessage;
    if ((bits & SAME_LINE) === 0) this.line = native.urlOrStatusMessage(this.id);
    if ((bits & SAME_FIELDS) === 0) this.fields = native.headers(this.id);
    const message = new Message(socket);
    const version = bits >> VERSION_SHIFT;
    if (version === 11) {
      message.httpVersionMajor = 1;
      message.httpVersionMinor = 1;
      message.httpVersion = '1.1';
    } else {
      message.httpVersionMajor = (version / 10) | 0;
      message.httpVersionMinor = version % 10;
      message.httpVersion = `${(version / 10) | 0}.${version % 10}`;
    }
    message.joinDuplicateHeaders = socket?.server?.joinDuplicateHeaders || this.joinDuplicateHeaders;
    message.upgrade = (bits & UPGRADE) !== 0;
    message.takeFields(this.fields, bits);
    if (this.type === REQUEST) {
      message.method = methods[number];
      message.url = this.line;
    } else {
      message.statusCode = number;
      message.statusMessage = this.line;
    }
    this.incoming = message;
    if (this.onIncoming === null) {
      callSlots(this, message, number, bits);
      return;
    }
    const isComplete = (bits & COMPLETE) !== 0;
    const { executeCount } = this;
    const result = this.onIncoming(message, (bits & KEEP_ALIVE) !== 0);
    if (isComplete) {
      if (this.incoming === message) {
        const { resource } = this;
        this.#leave(resource);
        this.#enter();
        this.#onMessageComplete(undefined);
      }
    } else if (this.id !== -1 && this.executeCount === executeCount) {
      if (result === 1) native.skipBody(this.id);
      else if (result === 2) native.acceptUpgrade(this.id);
    }
  }

  // Called at once: the shared numbers are those of the latest event, of any parser.
  #takeBody(kind) {
    const message = this.incoming;
    if (message === null || message._dumped) return undefined;
    if (this.onIncoming === null && this[HTTPParser.kOnBody] === undefined) return undefined;
    if (kind === BODY) return takeBytes(receiveBuffer(event[7]), event[4], event[5]);
    const bytes = native.takeBody(this.id);
    return Buffer.from(typedArrayBuffer(bytes), typedArrayByteOffset(bytes), bytes.byteLength);
  }

  #onBody(chunk) {
    const message = this.incoming;
    // A hook may have freed it meanwhile.
    if (message === null || message._dumped) return;
    if (this.onIncoming === null) this[HTTPParser.kOnBody](chunk);
    else if (!message.push(chunk)) readStop(this.socket);
  }

  #onMessageComplete(trailers) {
    const message = this.incoming;
    if (this.onIncoming === null) {
      if (trailers !== undefined) this[HTTPParser.kOnHeaders]?.(stringSplit(trailers, '\n'), '');
      this[HTTPParser.kOnMessageComplete]?.();
      return;
    }
    if (message !== null && !message.complete) {
      message.complete = true;
      if (trailers !== undefined) message.takeTrailers(trailers);
      message.endOfMessage();
    }
    readStart(this.socket);
  }

  // The parse error.
  error() {
    const reason = native.errorReason(this.id);
    const error = new Error(`Parse Error: ${reason}`);
    error.bytesParsed = native.errorOffset(this.id);
    error.code = native.errorCode(this.id);
    error.reason = reason;
    return error;
  }

  takeRemaining() {
    const bytes = native.takeRemaining(this.id);
    return Buffer.from(typedArrayBuffer(bytes), typedArrayByteOffset(bytes), bytes.byteLength);
  }

  getCurrentBuffer() {
    if (this.id === -1) return Buffer.alloc(0);
    const bytes = native.lastRead(this.id);
    return Buffer.from(typedArrayBuffer(bytes), typedArrayByteOffset(bytes), bytes.byteLength);
  }

  // When the current message started, on the loop's clock: negative once its headers are complete, 0 between messages.
  startTime() { return this.id === -1 ? 0 : native.messageStartedAt(this.id); }

  pause() {}

  resume() {}

  free() { this.#release(); }

  close() { this.#release(); }

  #release() {
    if (this.id === -1) return;
    if (this._consumed) this.unconsume();
    parsers[this.id] = undefined;
    if (__hexloop_resources__ !== undefined && this.resource !== undefined) __hexloop_resources__.emitDestroy(this.resource);
    this.resource = undefined;
    native.release(this.id);
    this.id = -1;
    this.socket = null;
    this.incoming = null;
    this.outgoing = null;
    this.onIncoming = null;
    this.onFinished = noop;
    this.joinDuplicateHeaders = null;
    this.line = '';
    this.fields = '';
    this.pending = null;
    if (arrayPush(freed, this) === 1) nextTick(returnToFreeList);
  }

  remove() {}

  // The timeout callback of Node's parsers. Ours are checked by http/server.js; programs only test whether it is there.
  get [6]() { return this.id === -1 ? null : onTimeout; }

  // A consumed socket has read: `kind` is the first event. BODY is returned if ticks must run before the next event.
  onExecute(kind) {
    const last = this.#run(kind, true);
    if (last === BODY || this.id === -1) return last;
    const { resource } = this;
    this.#enter();
    if (last === NEED_DATA) this.onFinished(this, undefined);
    else if (last === PARSE_ERROR) this.onFinished(this, this.error());
    else this.onFinished(this, this.takeRemaining());
    this.#leave(resource);
    return last;
  }
}

function onTimeout() {}

// ---- the pool of parsers

// As many as in Node (http.setMaxIdleHTTPParsers); programs can see that a parser is reused.
const freeList = { max: 1000, list: [] };
const freed = newList();

// In a tick: the code that freed a parser may still be executing it.
function returnToFreeList() {
  for (const parser of each(freed)) if (freeList.list.length < freeList.max) arrayPush(freeList.list, parser);
  freed.length = 0;
}

const allocParser = () => arrayPop(freeList.list) ?? new HTTPParser();

// Programs that use a parser directly set callbacks in numbered slots.
function callSlots(parser, message, number, bits) {
  parser[HTTPParser.kOnMessageBegin]?.();
  const isRequest = parser.type === REQUEST;
  const result = parser[HTTPParser.kOnHeadersComplete]?.(
    message.httpVersionMajor, message.httpVersionMinor, message.rawHeaders, isRequest ? methodNumber(number) : undefined,
    isRequest ? parser.line : undefined, isRequest ? undefined : number, isRequest ? undefined : parser.line, message.upgrade,
    (bits & KEEP_ALIVE) !== 0);
  if ((bits & COMPLETE) !== 0) parser[HTTPParser.kOnMessageComplete]?.();
  else if (result === 1 || result === true) native.skipBody(parser.id);
  else if (result === 2) native.acceptUpgrade(parser.id);
}

// The index of a method in the sorted `methods` of _http_common.
const methodNumber = (number) => indexIn(require('_http_common').methods, methods[number]);

objectAssign(HTTPParser, {
  REQUEST,
  RESPONSE,
  kOnMessageBegin: 0,
  kOnHeaders: 1,
  kOnHeadersComplete: 2,
  kOnBody: 3,
  kOnMessageComplete: 4,
  kOnExecute: 5,
  kOnTimeout: 6,
  kLenientNone: 0,
  kLenientHeaders: 1,
  kLenientChunkedLength: 2,
  kLenientKeepAlive: 4,
  kLenientTransferEncoding: 8,
  kLenientVersion: 16,
  kLenientDataAfterClose: 32,
  kLenientOptionalLFAfterCR: 64,
  kLenientOptionalCRLFAfterChunk: 128,
  kLenientOptionalCRBeforeLF: 256,
  kLenientSpacesAfterChunkSize: 512,
  kLenientHeaderValueRelaxed: 1024,
  kLenientAll: 1023,
});

// ---- backpressure: a message whose buffer is full stops reading from the socket, and resumes it later

function readStop(socket) {
  const handle = socket?._handle;
  if (!handle) return;
  handle.readStop();
  // The socket's own stream is empty and would resume reading, so keep `reading` true.
  handle.reading = true;
  handle.isPausedByParser = true;
}

function readStart(socket) {
  if (socket && !socket._paused && socket.readable) {
    const handle = socket._handle;
    if (handle && (!handle.reading || handle.isPausedByParser)) handle.readStart();
  }
}

binding('loop').connect('httpEvent', () => {
  const parser = parsers[event[0]];
  if (parser === undefined) return;
  clearContext();
  if (__hexloop_resources__ !== undefined) __hexloop_resources__.unwind();
  if (parser.frame !== null) __hexloop_context__ = parser.frame;
  let isBody;
  try {
    isBody = parser.onExecute(event[1]) === BODY;
  } catch (error) {
    fail(error);
    return;
  }
  // Ticks after a body belong to its callback: if one throws, the parser breaks as if the callback had thrown.
  if (!runTicks() && isBody && parser.id !== -1) native.failAtCallback(parser.id, BODY);
});

// The loop's time at the last read.
const readAt = () => event[6];
const now = () => native.now();

module.exports = { HTTPParser, Parser: HTTPParser, kIncomingMessage, methods, httpMethods: native.httpMethods, freeList, now, readAt, readStart, readStop, allocParser };
