'use strict';
// WritableStream and its controller: a queue of chunks that are passed to the sink one at a time.

const { arrayShift, reflectApply, symbolFor } = require('core/intrinsics');
const { promiseResolve } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { kTransfer } = require('core/cloneable');
const { validateFunction, validateObject, kValidateObjectAllowObjects } = require('core/validate');
const { kState, kConstructToken, brandCheck, customInspect, defineInterface, isA, checkToken, inspectInterface, rejectInvalidThis } = require('web_streams/interface');
const { invokePromiseCallback, invokeWithTwo, rejected, startPromise, upon, uponInContext } = require('web_streams/promises');
const { SizedQueue, highWaterMarkOf, readStrategy, sizeOf } = require('web_streams/queue');
const { invalidState } = require('web_streams/readable_operations');
const operations = require('web_streams/writable_operations');
const { WritableStreamDefaultWriter } = require('web_streams/writer');

const { kAbort, kError, isClosing } = operations;
const kIsErrored = symbolFor('nodejs.stream.errored');
const kIsWritable = symbolFor('nodejs.stream.writable');
const kIsClosedPromise = symbolFor('nodejs.webstream.isClosedPromise');
const kControllerError = symbolFor('nodejs.webstream.controllerErrorFunction');
// Marks the close in the queue.
const CLOSE_SENTINEL = Symbol('end');

const EMPTY = { __proto__: null };

class ControllerState {
  kind = 'WritableStreamDefaultController';
  queue = new SizedQueue();
  started = false;
  abortController = undefined;
  // Declared, so that a setter on Object.prototype is not called.
  highWaterMark = undefined;
  size = undefined;
  // The reactions of the write in flight, and their async context.
  onWritten = undefined;
  onWriteFailed = undefined;
  context = null;

  constructor(stream, { write, close, abort, highWaterMark, size }) {
    this.stream = stream;
    this.highWaterMark = highWaterMark;
    this.size = size;
    this.writeAlgorithm = write;
    this.closeAlgorithm = close;
    this.abortAlgorithm = abort;
  }

  get signal() {
    this.abortController ??= new (require('core/abort').AbortController)();
    return this.abortController.signal;
  }

  signalAbort(reason) {
    this.signal;
    this.abortController.abort(reason);
  }

  clearAlgorithms() {
    this.writeAlgorithm = this.closeAlgorithm = this.abortAlgorithm = this.size = undefined;
  }

  desiredSize() {
    return this.highWaterMark - this.queue.total;
  }

  errorIfWritable(reason) {
    if (this.stream[kState].state === 'writable') this.fail(reason);
  }

  fail(reason) {
    this.clearAlgorithms();
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
    this.queue.push(CLOSE_SENTINEL, 0);
    this.advance();
  }

  advance() {
    const slots = this.stream[kState];
    if (!this.started || slots.inFlightWriteRequest !== undefined) return;
    if (slots.state === 'erroring') {
      operations.finishErroring(this.stream);
      return;
    }
    if (this.queue.length === 0) return;
    const chunk = this.queue.peek();
    if (chunk === CLOSE_SENTINEL) this.processClose();
    else this.processWrite(chunk);
  }

  processClose() {
    const slots = this.stream[kState];
    slots.inFlightCloseRequest = slots.closeRequest;
    slots.closeRequest = undefined;
    this.queue.shift();
    const closed = this.closeAlgorithm();
    this.clearAlgorithms();
    upon(closed, () => operations.finishInFlightClose(this.stream), (reason) => operations.finishInFlightCloseWithError(this.stream, reason));
  }

  processWrite(chunk) {
    const slots = this.stream[kState];
    slots.inFlightWriteRequest = arrayShift(slots.writeRequests);
    this.onWritten ??= () => this.written();
    this.onWriteFailed ??= (reason) => this.writeFailed(reason);
    const promise = this.writeAlgorithm(chunk);
    this.context = __hexloop_context__;
    uponInContext(promise, this.onWritten, this.onWriteFailed);
  }

  written() {
    if (__hexloop_context__ !== this.context) __hexloop_context__ = this.context;
    operations.finishInFlightWrite(this.stream);
    this.queue.shift();
    if (this.isOpen()) this.updateBackpressure();
    this.advance();
  }

  writeFailed(reason) {
    if (__hexloop_context__ !== this.context) __hexloop_context__ = this.context;
    if (this.stream[kState].state === 'writable') this.clearAlgorithms();
    operations.finishInFlightWriteWithError(this.stream, reason);
  }
}

class WritableStreamDefaultController {
  constructor(token = undefined) {
    checkToken(token);
  }

  get signal() {
    brandCheck(this, 'WritableStreamDefaultController');
    return this[kState].signal;
  }

  error(reason = undefined) {
    brandCheck(this, 'WritableStreamDefaultController');
    this[kState].errorIfWritable(reason);
  }

  [kAbort](reason) {
    const slots = this[kState];
    const result = slots.abortAlgorithm(reason);
    slots.clearAlgorithms();
    return result;
  }

  [kError]() {
    this[kState].queue.clear();
  }

  [customInspect](depth, options) {
    return inspectInterface(this, { stream: this[kState].stream }, depth, options);
  }
}

defineInterface(WritableStreamDefaultController, ['signal', 'error']);

function setUpController(stream, algorithms) {
  const controller = new WritableStreamDefaultController(kConstructToken);
  const slots = new ControllerState(stream, algorithms);
  controller[kState] = slots;
  stream[kState].controller = controller;
  slots.updateBackpressure();
  const started = algorithms.start(controller);
  upon(startPromise(started), () => {
    slots.started = true;
    slots.advance();
  }, (reason) => {
    slots.started = true;
    operations.dealWithRejection(stream, reason);
  });
}

const done = () => promiseResolve();

function createAlgorithms(sink) {
  const { abort, close, start, type, write } = sink;
  if (type !== undefined) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('type', type);
  for (const { 0: name, 1: value } of each([['write', write], ['close', close], ['abort', abort], ['start', start]])) {
    if (value !== undefined) validateFunction(value, `sink.${name}`);
  }
  return (stream) => ({
    start: start === undefined ? () => undefined : (controller) => reflectApply(start, sink, [controller]),
    write: write === undefined ? done : (chunk) => invokeWithTwo(write, sink, chunk, stream[kState].controller),
    close: close === undefined ? done : () => invokePromiseCallback(close, sink),
    abort: abort === undefined ? done : (reason) => invokePromiseCallback(abort, sink, reason),
  });
}

class WritableStream {
  constructor(sink = EMPTY, strategy = undefined) {
    this[kState] = new operations.WritableState();
    // Created internally: the caller sets up the controller.
    if (sink === kConstructToken) return;
    validateObject(sink, 'sink', kValidateObjectAllowObjects);
    const limits = readStrategy(strategy);
    const algorithms = createAlgorithms(sink)(this);
    const size = sizeOf(limits);
    setUpController(this, { ...algorithms, highWaterMark: highWaterMarkOf(limits, 1), size });
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
    brandCheck(this, 'WritableStream');
    return this[kState].writer !== undefined;
  }

  abort(reason = undefined) {
    if (!isA(this, 'WritableStream')) return rejectInvalidThis('WritableStream');
    if (this.locked) return rejected(invalidState('WritableStream is locked'));
    return operations.abort(this, reason);
  }

  close() {
    if (!isA(this, 'WritableStream')) return rejectInvalidThis('WritableStream');
    if (this.locked) return rejected(invalidState('WritableStream is locked'));
    if (isClosing(this)) return rejected(invalidState('Failure closing WritableStream'));
    return operations.close(this);
  }

  getWriter() {
    brandCheck(this, 'WritableStream');
    return new WritableStreamDefaultWriter(this);
  }

  get [kTransfer]() {
    return require('web_streams/transfer').transferOf(this, 'WritableStream');
  }

  [customInspect](depth, options) {
    return inspectInterface(this, { locked: this.locked, state: this[kState].state }, depth, options);
  }
}

defineInterface(WritableStream, ['locked', 'abort', 'close', 'getWriter']);

function createWritable(algorithms, highWaterMark = 1, size = () => 1) {
  const stream = new WritableStream(kConstructToken);
  setUpController(stream, { ...algorithms, highWaterMark, size });
  return stream;
}

module.exports = { WritableStream, WritableStreamDefaultController, createWritable };
