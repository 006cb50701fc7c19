'use strict';
// TransformStream: a writable whose chunks, transformed, come out of a readable. Writes wait while the readable is full.

const { codes } = require('core/errors');
const { kTransfer } = require('core/cloneable');
const { validateFunction, validateObject, kValidateObjectAllowObjects } = require('core/validate');
const { kState, kOurs, check, customInspect, finish, onlyOurs, show } = require('web_streams/faces');
const { Deferred, invoke, rejected, upon } = require('web_streams/promises');
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
  changed = undefined;

  get readableController() {
    return this.readable[kState].controller;
  }

  get writableController() {
    return this.writable[kState].controller[kState];
  }

  setBackpressure(backpressure) {
    this.changed?.resolve();
    this.changed = new Deferred();
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
    this.controller[kState].forget();
    this.writableController.errorIfWritable(reason);
    this.unblockWrite();
  }

  write(chunk) {
    if (!this.backpressure) return this.transform(chunk);
    // One promise for both waits.
    return new Promise((resolve, reject) => {
      upon(this.changed.promise, () => {
        const { state, storedError } = this.writable[kState];
        if (state === 'erroring') reject(storedError);
        else this.startTransform(chunk, resolve, reject);
      });
    });
  }

  transform(chunk) {
    return new Promise((resolve, reject) => this.startTransform(chunk, resolve, reject));
  }

  startTransform(chunk, resolve, reject) {
    upon(this.controller[kState].transforming(chunk), resolve, (reason) => {
      this.error(reason);
      reject(reason);
    });
  }

  // Both ends may finish; the first does the work, and the other gets the same promise.
  finish(work, onDone, onFailed) {
    const own = this.controller[kState];
    if (own.finished !== undefined) return own.finished.promise;
    own.finished = new Deferred();
    const result = work(own);
    own.forget();
    upon(result, () => {
      try {
        onDone();
        own.finished.resolve();
      } catch (reason) {
        own.finished.reject(reason);
      }
    }, (reason) => {
      onFailed(reason);
      own.finished.reject(reason);
    });
    return own.finished.promise;
  }

  throwIfErrored(stream) {
    const { state, storedError } = stream[kState];
    if (state === 'errored') throw storedError;
  }

  abort(reason) {
    const fail = (why) => readableSide.errorController(this.readableController, why);
    return this.finish((own) => own.cancelling(reason), () => {
      this.throwIfErrored(this.readable);
      fail(reason);
    }, fail);
  }

  close() {
    return this.finish((own) => own.flushing(), () => {
      this.throwIfErrored(this.readable);
      readableSide.closeController(this.readableController);
    }, (reason) => readableSide.errorController(this.readableController, reason));
  }

  cancel(reason) {
    const fail = (why) => {
      this.writableController.errorIfWritable(why);
      this.unblockWrite();
    };
    return this.finish((own) => own.cancelling(reason), () => {
      this.throwIfErrored(this.writable);
      fail(reason);
    }, fail);
  }

  pull() {
    this.setBackpressure(false);
    return this.changed.promise;
  }
}

class TransformStreamDefaultController {
  constructor(token = undefined) {
    onlyOurs(token);
  }

  get desiredSize() {
    check(this, 'TransformStreamDefaultController');
    return readableSide.desiredSize(this[kState].stream[kState].readableController);
  }

  enqueue(chunk = undefined) {
    check(this, 'TransformStreamDefaultController');
    enqueue(this, chunk);
  }

  error(reason = undefined) {
    check(this, 'TransformStreamDefaultController');
    this[kState].stream[kState].error(reason);
  }

  terminate() {
    check(this, 'TransformStreamDefaultController');
    const stream = this[kState].stream[kState];
    readableSide.closeController(stream.readableController);
    stream.errorWritable(invalidState('TransformStream has been terminated'));
  }

  [customInspect](depth, options) {
    return show(this, { stream: this[kState].stream }, depth, options);
  }
}

finish(TransformStreamDefaultController, ['desiredSize', 'enqueue', 'error', 'terminate']);

function enqueue(controller, chunk) {
  const stream = controller[kState].stream[kState];
  const { readable, readableController } = stream;
  if (!readableSide.canAdd(readableController)) throw invalidState('Unable to enqueue');
  try {
    readableSide.enqueue(readableController, chunk);
  } catch (error) {
    stream.errorWritable(error);
    throw readable[kState].storedError;
  }
  const backpressure = !readableSide.shouldPull(readableController);
  if (backpressure !== stream.backpressure) stream.setBackpressure(true);
}

const done = () => Promise.resolve();

const EMPTY = { __proto__: null };

class ControllerState {
  kind = 'TransformStreamDefaultController';
  finished = undefined;

  constructor(stream, controller, transformer, { transform, flush, cancel }) {
    this.stream = stream;
    this.transforming = transform === undefined ? (chunk) => passOn(controller, chunk) :
      (chunk) => invoke(transform, transformer, chunk, controller);
    this.flushing = flush === undefined ? done : () => invoke(flush, transformer, controller);
    this.cancelling = cancel === undefined ? done : (reason) => invoke(cancel, transformer, reason);
  }

  forget() {
    this.transforming = this.flushing = this.cancelling = undefined;
  }
}

function passOn(controller, chunk) {
  try {
    enqueue(controller, chunk);
    return Promise.resolve();
  } catch (error) {
    return rejected(error);
  }
}

function readTransformer(transformer) {
  const { cancel, flush, readableType, start, transform, writableType } = transformer;
  if (readableType !== undefined) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('transformer.readableType', readableType);
  if (writableType !== undefined) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('transformer.writableType', writableType);
  for (const [name, value] of [['transform', transform], ['flush', flush], ['cancel', cancel], ['start', start]]) {
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
    const own = this[kState] = new TransformState();
    const started = new Deferred();
    initialise(own, started.promise, [writableMark, sizeOf(writing)], [readableMark, sizeOf(reading)]);
    const controller = new TransformStreamDefaultController(kOurs);
    controller[kState] = new ControllerState(this, controller, transformer, read);
    own.controller = controller;
    started.resolve(read.start === undefined ? undefined : Reflect.apply(read.start, transformer, [controller]));
  }

  get readable() {
    check(this, 'TransformStream');
    return this[kState].readable;
  }

  get writable() {
    check(this, 'TransformStream');
    return this[kState].writable;
  }

  get [kTransfer]() {
    return require('web_streams/transfer').transferOf(this, 'TransformStream');
  }

  [customInspect](depth, options) {
    const { readable, writable, backpressure } = this[kState];
    return show(this, { readable, writable, backpressure }, depth, options);
  }
}

finish(TransformStream, ['readable', 'writable']);

function initialise(own, started, writing, reading) {
  const start = () => started;
  own.writable = createWritable({
    start, write: (chunk) => own.write(chunk), abort: async (reason) => own.abort(reason), close: () => own.close(),
  }, ...writing);
  own.readable = createReadable({ start, pull: () => own.pull(), cancel: (reason) => own.cancel(reason) }, ...reading);
  own.setBackpressure(true);
}

// One that another thread, or a clone, has the inside of.
function transformOf(readable, writable) {
  const stream = Object.create(TransformStream.prototype);
  const own = stream[kState] = new TransformState();
  own.readable = readable;
  own.writable = writable;
  return stream;
}

module.exports = { TransformStream, TransformStreamDefaultController, transformOf };
