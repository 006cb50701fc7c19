'use strict';
// TransformStream: chunks written to the writable side are transformed and read from the readable side. Backpressure blocks writes.

const { promiseResolve } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { objectCreate, reflectApply } = require('core/intrinsics');
const { codes } = require('core/errors');
const { kTransfer } = require('core/cloneable');
const { validateFunction, validateObject, kValidateObjectAllowObjects } = require('core/validate');
const { kState, kConstructToken, brandCheck, customInspect, defineInterface, checkToken, inspectInterface } = require('web_streams/interface');
const { Deferred, invokePromiseCallback, invokeWithTwo, rejected, upon } = require('web_streams/promises');
const { highWaterMarkOf, readStrategy, sizeOf } = require('web_streams/queue');
const { invalidState } = require('web_streams/readable_operations');
const readableSide = require('web_streams/default_controller');
const { createReadable } = require('web_streams/readable_stream');
const { createWritable } = require('web_streams/writable_stream');

class TransformState {
  kind = 'TransformStream';
  readable = undefined;
  writable = undefined;
  controller = undefined;
  backpressure = undefined;
  backpressureChange = undefined;

  get readableController() {
    return this.readable[kState].controller;
  }

  get writableController() {
    return this.writable[kState].controller[kState];
  }

  setBackpressure(backpressure) {
    this.backpressureChange?.resolve();
    this.backpressureChange = new Deferred();
    this.backpressure = backpressure;
  }

  unblockWrite() {
    if (this.backpressure) this.setBackpressure(false);
  }

  error(reason) {
    readableSide.errorController(this.readableController, reason);
    this.errorWritable(reason);
  }

  errorWritable(reason) {
    this.controller[kState].clearAlgorithms();
    this.writableController.errorIfWritable(reason);
    this.unblockWrite();
  }

  write(chunk) {
    if (!this.backpressure) return this.transform(chunk);
    // One promise for both steps.
    return new __hexloop_promise__((resolve, reject) => {
      upon(this.backpressureChange.promise, () => {
        const { state, storedError } = this.writable[kState];
        if (state === 'erroring') reject(storedError);
        else this.startTransform(chunk, resolve, reject);
      });
    });
  }

  transform(chunk) {
    return new __hexloop_promise__((resolve, reject) => this.startTransform(chunk, resolve, reject));
  }

  startTransform(chunk, resolve, reject) {
    upon(this.controller[kState].transformAlgorithm(chunk), resolve, (reason) => {
      this.error(reason);
      reject(reason);
    });
  }

  // Both sides may finish; the first one runs the algorithm, and the other gets the same promise.
  finish(algorithm, onDone, onFailed) {
    const slots = this.controller[kState];
    if (slots.finished !== undefined) return slots.finished.promise;
    slots.finished = new Deferred();
    const result = algorithm(slots);
    slots.clearAlgorithms();
    upon(result, () => {
      try {
        onDone();
        slots.finished.resolve();
      } catch (reason) {
        slots.finished.reject(reason);
      }
    }, (reason) => {
      onFailed(reason);
      slots.finished.reject(reason);
    });
    return slots.finished.promise;
  }

  throwIfErrored(stream) {
    const { state, storedError } = stream[kState];
    if (state === 'errored') throw storedError;
  }

  abort(reason) {
    const fail = (error) => readableSide.errorController(this.readableController, error);
    return this.finish((slots) => slots.cancelAlgorithm(reason), () => {
      this.throwIfErrored(this.readable);
      fail(reason);
    }, fail);
  }

  close() {
    return this.finish((slots) => slots.flushAlgorithm(), () => {
      this.throwIfErrored(this.readable);
      readableSide.closeController(this.readableController);
    }, (reason) => readableSide.errorController(this.readableController, reason));
  }

  cancel(reason) {
    const fail = (error) => {
      this.writableController.errorIfWritable(error);
      this.unblockWrite();
    };
    return this.finish((slots) => slots.cancelAlgorithm(reason), () => {
      this.throwIfErrored(this.writable);
      fail(reason);
    }, fail);
  }

  pull() {
    this.setBackpressure(false);
    return this.backpressureChange.promise;
  }
}

class TransformStreamDefaultController {
  constructor(token = undefined) {
    checkToken(token);
  }

  get desiredSize() {
    brandCheck(this, 'TransformStreamDefaultController');
    return readableSide.desiredSize(this[kState].stream[kState].readableController);
  }

  enqueue(chunk = undefined) {
    brandCheck(this, 'TransformStreamDefaultController');
    enqueue(this, chunk);
  }

  error(reason = undefined) {
    brandCheck(this, 'TransformStreamDefaultController');
    this[kState].stream[kState].error(reason);
  }

  terminate() {
    brandCheck(this, 'TransformStreamDefaultController');
    const stream = this[kState].stream[kState];
    readableSide.closeController(stream.readableController);
    stream.errorWritable(invalidState('TransformStream has been terminated'));
  }

  [customInspect](depth, options) {
    return inspectInterface(this, { stream: this[kState].stream }, depth, options);
  }
}

defineInterface(TransformStreamDefaultController, ['desiredSize', 'enqueue', 'error', 'terminate']);

function enqueue(controller, chunk) {
  const stream = controller[kState].stream[kState];
  const { readable, readableController } = stream;
  if (!readableSide.canCloseOrEnqueue(readableController)) throw invalidState('Unable to enqueue');
  try {
    readableSide.enqueue(readableController, chunk);
  } catch (error) {
    stream.errorWritable(error);
    throw readable[kState].storedError;
  }
  const backpressure = !readableSide.shouldPull(readableController);
  if (backpressure !== stream.backpressure) stream.setBackpressure(true);
}

const done = () => promiseResolve();

const EMPTY = { __proto__: null };

class ControllerState {
  kind = 'TransformStreamDefaultController';
  finished = undefined;

  constructor(stream, controller, transformer, { transform, flush, cancel }) {
    this.stream = stream;
    this.transformAlgorithm = transform === undefined ? (chunk) => defaultTransform(controller, chunk) :
      (chunk) => invokeWithTwo(transform, transformer, chunk, controller);
    this.flushAlgorithm = flush === undefined ? done : () => invokePromiseCallback(flush, transformer, controller);
    this.cancelAlgorithm = cancel === undefined ? done : (reason) => invokePromiseCallback(cancel, transformer, reason);
  }

  clearAlgorithms() {
    this.transformAlgorithm = this.flushAlgorithm = this.cancelAlgorithm = undefined;
  }
}

function defaultTransform(controller, chunk) {
  try {
    enqueue(controller, chunk);
    return promiseResolve();
  } catch (error) {
    return rejected(error);
  }
}

function readTransformer(transformer) {
  const { cancel, flush, readableType, start, transform, writableType } = transformer;
  if (readableType !== undefined) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('transformer.readableType', readableType);
  if (writableType !== undefined) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('transformer.writableType', writableType);
  for (const { 0: name, 1: value } of each([['transform', transform], ['flush', flush], ['cancel', cancel], ['start', start]])) {
    if (value !== undefined) validateFunction(value, `transformer.${name}`);
  }
  return { cancel, flush, start, transform };
}

class TransformStream {
  constructor(transformer = EMPTY, writableStrategy = undefined, readableStrategy = undefined) {
    validateObject(transformer, 'transformer', kValidateObjectAllowObjects);
    const writing = readStrategy(writableStrategy, 'writableStrategy');
    const reading = readStrategy(readableStrategy, 'readableStrategy');
    const read = readTransformer(transformer);
    const readableMark = highWaterMarkOf(reading, 0);
    const writableMark = highWaterMarkOf(writing, 1);
    const slots = this[kState] = new TransformState();
    const started = new Deferred();
    initialize(slots, started.promise, [writableMark, sizeOf(writing)], [readableMark, sizeOf(reading)]);
    const controller = new TransformStreamDefaultController(kConstructToken);
    controller[kState] = new ControllerState(this, controller, transformer, read);
    slots.controller = controller;
    started.resolve(read.start === undefined ? undefined : reflectApply(read.start, transformer, [controller]));
  }

  get readable() {
    brandCheck(this, 'TransformStream');
    return this[kState].readable;
  }

  get writable() {
    brandCheck(this, 'TransformStream');
    return this[kState].writable;
  }

  get [kTransfer]() {
    return require('web_streams/transfer').transferOf(this, 'TransformStream');
  }

  [customInspect](depth, options) {
    const { readable, writable, backpressure } = this[kState];
    return inspectInterface(this, { readable, writable, backpressure }, depth, options);
  }
}

defineInterface(TransformStream, ['readable', 'writable']);

function initialize(slots, started, writing, reading) {
  const start = () => started;
  slots.writable = createWritable({
    start, write: (chunk) => slots.write(chunk), abort: async (reason) => slots.abort(reason), close: () => slots.close(),
  }, ...each(writing));
  slots.readable = createReadable({ start, pull: () => slots.pull(), cancel: (reason) => slots.cancel(reason) }, ...each(reading));
  slots.setBackpressure(true);
}

// A TransformStream over two received streams.
function createTransform(readable, writable) {
  const stream = objectCreate(TransformStream.prototype);
  const slots = stream[kState] = new TransformState();
  slots.readable = readable;
  slots.writable = writable;
  return stream;
}

module.exports = { TransformStream, TransformStreamDefaultController, createTransform };
