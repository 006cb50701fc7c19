'use strict';
// WritableStream and its controller: a queue of chunks that the sink takes one at a time.

const { codes } = require('core/errors');
const { kTransfer } = require('core/cloneable');
const { validateFunction, validateObject, kValidateObjectAllowObjects } = require('core/validate');
const { kState, kOurs, check, customInspect, finish, isA, onlyOurs, show, wrongThis } = require('web_streams/faces');
const { invoke, rejected, startedBy, upon } = require('web_streams/promises');
const { SizedQueue, highWaterMarkOf, readStrategy, sizeOf } = require('web_streams/queue');
const { invalidState } = require('web_streams/readable_operations');
const operations = require('web_streams/writable_operations');
const { WritableStreamDefaultWriter } = require('web_streams/writer');

const { kAbort, kError, isClosing } = operations;
const kIsErrored = Symbol.for('nodejs.stream.errored');
const kIsWritable = Symbol.for('nodejs.stream.writable');
const kIsClosedPromise = Symbol.for('nodejs.webstream.isClosedPromise');
const kControllerError = Symbol.for('nodejs.webstream.controllerErrorFunction');
// Stands in the queue for the end.
const END = Symbol('end');

const EMPTY = { __proto__: null };

class ControllerState {
  kind = 'WritableStreamDefaultController';
  queue = new SizedQueue();
  started = false;
  aborter = undefined;
  // Declared, so that a setter on Object.prototype is not met.
  highWaterMark = undefined;
  size = undefined;

  constructor(stream, { write, close, abort, highWaterMark, size }) {
    this.stream = stream;
    this.highWaterMark = highWaterMark;
    this.size = size;
    this.writing = write;
    this.closing = close;
    this.aborting = abort;
  }

  get signal() {
    this.aborter ??= new (require('core/abort').AbortController)();
    return this.aborter.signal;
  }

  signalAbort(reason) {
    this.signal;
    this.aborter.abort(reason);
  }

  forget() {
    this.writing = this.closing = this.aborting = this.size = undefined;
  }

  desiredSize() {
    return this.highWaterMark - this.queue.total;
  }

  errorIfWritable(reason) {
    if (this.stream[kState].state === 'writable') this.fail(reason);
  }

  fail(reason) {
    this.forget();
    operations.startErroring(this.stream, reason);
  }

  sizeOf(chunk) {
    if (this.size === undefined) return 1;
    try {
      return this.size(chunk);
    } catch (error) {
      this.errorIfWritable(error);
      return 1;
    }
  }

  updateBackpressure() {
    operations.updateBackpressure(this.stream, this.desiredSize() <= 0);
  }

  isOpen() {
    return !isClosing(this.stream) && this.stream[kState].state === 'writable';
  }

  write(chunk, size) {
    try {
      this.queue.enqueue(chunk, size);
    } catch (error) {
      this.errorIfWritable(error);
      return;
    }
    if (this.isOpen()) this.updateBackpressure();
    this.advance();
  }

  close() {
    this.queue.push(END, 0);
    this.advance();
  }

  advance() {
    const own = this.stream[kState];
    if (!this.started || own.writing !== undefined) return;
    if (own.state === 'erroring') {
      operations.finishErroring(this.stream);
      return;
    }
    if (this.queue.length === 0) return;
    const chunk = this.queue.peek();
    if (chunk === END) this.processClose();
    else this.processWrite(chunk);
  }

  processClose() {
    const own = this.stream[kState];
    own.closing = own.closeRequest;
    own.closeRequest = undefined;
    this.queue.shift();
    const closed = this.closing();
    this.forget();
    upon(closed, () => operations.closed(this.stream), (reason) => operations.closeFailed(this.stream, reason));
  }

  processWrite(chunk) {
    const own = this.stream[kState];
    own.writing = own.writes.shift();
    upon(this.writing(chunk), () => {
      operations.written(this.stream);
      this.queue.shift();
      if (this.isOpen()) this.updateBackpressure();
      this.advance();
    }, (reason) => {
      if (own.state === 'writable') this.forget();
      operations.writeFailed(this.stream, reason);
    });
  }
}

class WritableStreamDefaultController {
  constructor(token = undefined) {
    onlyOurs(token);
  }

  get signal() {
    check(this, 'WritableStreamDefaultController');
    return this[kState].signal;
  }

  error(reason = undefined) {
    check(this, 'WritableStreamDefaultController');
    this[kState].errorIfWritable(reason);
  }

  [kAbort](reason) {
    const own = this[kState];
    const result = own.aborting(reason);
    own.forget();
    return result;
  }

  [kError]() {
    this[kState].queue.clear();
  }

  [customInspect](depth, options) {
    return show(this, { stream: this[kState].stream }, depth, options);
  }
}

finish(WritableStreamDefaultController, ['signal', 'error']);

function setUpController(stream, functions) {
  const controller = new WritableStreamDefaultController(kOurs);
  const own = new ControllerState(stream, functions);
  controller[kState] = own;
  stream[kState].controller = controller;
  own.updateBackpressure();
  const started = functions.start(controller);
  upon(startedBy(started), () => {
    own.started = true;
    own.advance();
  }, (reason) => {
    own.started = true;
    operations.dealWithRejection(stream, reason);
  });
}

const done = () => Promise.resolve();

function functionsOf(sink) {
  const { abort, close, start, type, write } = sink;
  if (type !== undefined) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('type', type);
  for (const [name, value] of [['write', write], ['close', close], ['abort', abort], ['start', start]]) {
    if (value !== undefined) validateFunction(value, `sink.${name}`);
  }
  return (stream) => ({
    start: start === undefined ? () => undefined : (controller) => Reflect.apply(start, sink, [controller]),
    write: write === undefined ? done : (chunk) => invoke(write, sink, chunk, stream[kState].controller),
    close: close === undefined ? done : () => invoke(close, sink),
    abort: abort === undefined ? done : (reason) => invoke(abort, sink, reason),
  });
}

class WritableStream {
  constructor(sink = EMPTY, strategy = undefined) {
    this[kState] = new operations.WritableState();
    // Made by this room, which sets up the controller itself.
    if (sink === kOurs) return;
    validateObject(sink, 'sink', kValidateObjectAllowObjects);
    const limits = readStrategy(strategy);
    const functions = functionsOf(sink)(this);
    const size = sizeOf(limits);
    setUpController(this, { ...functions, highWaterMark: highWaterMarkOf(limits, 1), size });
  }

  get [kIsErrored]() {
    return this[kState].state === 'errored';
  }

  get [kIsWritable]() {
    return this[kState].state === 'writable';
  }

  get [kIsClosedPromise]() {
    return operations.closedPromise(this);
  }

  [kControllerError](reason) {
    this[kState].controller.error(reason);
  }

  get locked() {
    check(this, 'WritableStream');
    return this[kState].writer !== undefined;
  }

  abort(reason = undefined) {
    if (!isA(this, 'WritableStream')) return wrongThis('WritableStream');
    if (this.locked) return rejected(invalidState('WritableStream is locked'));
    return operations.abort(this, reason);
  }

  close() {
    if (!isA(this, 'WritableStream')) return wrongThis('WritableStream');
    if (this.locked) return rejected(invalidState('WritableStream is locked'));
    if (isClosing(this)) return rejected(invalidState('Failure closing WritableStream'));
    return operations.close(this);
  }

  getWriter() {
    check(this, 'WritableStream');
    return new WritableStreamDefaultWriter(this);
  }

  get [kTransfer]() {
    return require('web_streams/transfer').transferOf(this, 'WritableStream');
  }

  [customInspect](depth, options) {
    return show(this, { locked: this.locked, state: this[kState].state }, depth, options);
  }
}

finish(WritableStream, ['locked', 'abort', 'close', 'getWriter']);

function createWritable(functions, highWaterMark = 1, size = () => 1) {
  const stream = new WritableStream(kOurs);
  setUpController(stream, { ...functions, highWaterMark, size });
  return stream;
}

module.exports = { WritableStream, WritableStreamDefaultController, createWritable };
