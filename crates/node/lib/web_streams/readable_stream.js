'use strict';
// ReadableStream, and how one is made from a source.

const { codes } = require('core/errors');
const { kTransfer } = require('core/cloneable');
const { validateFunction, validateObject, kValidateObjectAllowObjects, kValidateObjectAllowObjectsAndNull } =
  require('core/validate');
const { kState, kOurs, check, customInspect, finish, isA, show, wrongThis } = require('web_streams/faces');
const { rejected } = require('web_streams/promises');
const { highWaterMarkOf, readStrategy, sizeOf } = require('web_streams/queue');
const { ReadableState, cancel, closedPromise, invalidState, isLocked } = require('web_streams/readable_operations');
const { functionsOf, setUpDefaultController } = require('web_streams/default_controller');
const { ReadableStreamDefaultReader, ReadableStreamBYOBReader } = require('web_streams/readers');

const kIsDisturbed = Symbol.for('nodejs.stream.disturbed');
const kIsErrored = Symbol.for('nodejs.stream.errored');
const kIsReadable = Symbol.for('nodejs.stream.readable');
const kIsClosedPromise = Symbol.for('nodejs.webstream.isClosedPromise');
const kControllerError = Symbol.for('nodejs.webstream.controllerErrorFunction');

const EMPTY = { __proto__: null };

// A source's members, read once and in the order of the alphabet.
function readSource(source) {
  const { autoAllocateChunkSize, cancel: cancelling, pull, start, type } = source;
  if (type !== undefined && `${type}` !== 'bytes') throw new codes.ERR_INVALID_ARG_VALUE('source.type', type);
  if (pull !== undefined) validateFunction(pull, 'source.pull');
  if (cancelling !== undefined) validateFunction(cancelling, 'source.cancel');
  if (start !== undefined) validateFunction(start, 'source.start');
  return { autoAllocateChunkSize, cancel: cancelling, pull, start, isBytes: type !== undefined };
}

function allocation(size) {
  if (size === undefined) return undefined;
  const count = Math.trunc(Number(size));
  if (!(count > 0) || count > Number.MAX_SAFE_INTEGER) throw new codes.ERR_INVALID_ARG_VALUE('source.autoAllocateChunkSize', size);
  return count;
}

class ReadableStream {
  constructor(source = kOurs, strategy = undefined) {
    if (source === kOurs) {
      // Made by this room, which sets up the controller itself, unless nothing was given at all.
      this[kState] = new ReadableState();
      if (strategy === kOurs) return;
      source = EMPTY;
    } else {
      validateObject(source, 'source', kValidateObjectAllowObjects);
    }
    this[kState] = new ReadableState();
    const limits = readStrategy(strategy);
    const read = readSource(source);
    const functions = functionsOf(source, read);
    if (read.isBytes) {
      if (limits.size !== undefined) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('strategy.size', limits.size);
      const highWaterMark = highWaterMarkOf(limits, 0);
      const allocates = allocation(read.autoAllocateChunkSize);
      require('web_streams/byte_controller').setUpByteController(this, { ...functions, highWaterMark, allocates });
    } else {
      const size = sizeOf(limits);
      setUpDefaultController(this, { ...functions, highWaterMark: highWaterMarkOf(limits, 1), size });
    }
  }

  get [kIsDisturbed]() {
    return this[kState].disturbed;
  }

  get [kIsErrored]() {
    return this[kState].state === 'errored';
  }

  get [kIsReadable]() {
    return this[kState].state === 'readable';
  }

  get [kIsClosedPromise]() {
    return closedPromise(this);
  }

  [kControllerError](reason) {
    this[kState].controller.error(reason);
  }

  static from(iterable) {
    return require('web_streams/iteration').fromIterable(iterable);
  }

  get locked() {
    check(this, 'ReadableStream');
    return isLocked(this);
  }

  cancel(reason = undefined) {
    if (!isA(this, 'ReadableStream')) return wrongThis('ReadableStream');
    if (isLocked(this)) return rejected(invalidState('ReadableStream is locked'));
    return cancel(this, reason);
  }

  getReader(options = undefined) {
    check(this, 'ReadableStream');
    if (options !== undefined) validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    const mode = options?.mode;
    if (mode === undefined) return new ReadableStreamDefaultReader(this);
    if (`${mode}` !== 'byob') throw new codes.ERR_INVALID_ARG_VALUE('options.mode', mode);
    return new ReadableStreamBYOBReader(this);
  }

  pipeThrough(transform, options = undefined) {
    check(this, 'ReadableStream');
    const readable = transform?.readable;
    if (!isA(readable, 'ReadableStream')) throw new codes.ERR_INVALID_ARG_TYPE('transform.readable', 'ReadableStream', readable);
    const writable = transform?.writable;
    if (!isA(writable, 'WritableStream')) throw new codes.ERR_INVALID_ARG_TYPE('transform.writable', 'WritableStream', writable);
    const { pipe, pipeOptions } = require('web_streams/pipe');
    const read = pipeOptions(options);
    if (isLocked(this)) throw invalidState('The ReadableStream is locked');
    if (writable[kState].writer !== undefined) throw invalidState('The WritableStream is locked');
    require('web_streams/promises').markHandled(pipe(this, writable, read));
    return readable;
  }

  pipeTo(destination, options = undefined) {
    if (!isA(this, 'ReadableStream')) return wrongThis('ReadableStream');
    try {
      if (!isA(destination, 'WritableStream')) {
        throw new codes.ERR_INVALID_ARG_TYPE('transform.writable', 'WritableStream', destination);
      }
      const { pipe, pipeOptions } = require('web_streams/pipe');
      const read = pipeOptions(options);
      if (isLocked(this)) throw invalidState('The ReadableStream is locked');
      if (destination[kState].writer !== undefined) throw invalidState('The WritableStream is locked');
      return pipe(this, destination, read);
    } catch (error) {
      return rejected(error);
    }
  }

  tee() {
    check(this, 'ReadableStream');
    return require('web_streams/tee').tee(this, false);
  }

  values(options = undefined) {
    check(this, 'ReadableStream');
    if (options !== undefined) validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    return require('web_streams/iteration').iterate(this, Boolean(options?.preventCancel));
  }

  get [kTransfer]() {
    return require('web_streams/transfer').transferOf(this, 'ReadableStream');
  }

  [customInspect](depth, options) {
    const { state, controller } = this[kState];
    return show(this, {
      locked: this.locked, state, supportsBYOB: isA(controller, 'ReadableByteStreamController'),
    }, depth, options);
  }
}

Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
  __proto__: null, configurable: true, writable: true, value: ReadableStream.prototype.values,
});
Object.defineProperty(ReadableStream, 'from', { __proto__: null, enumerable: true });
finish(ReadableStream, ['locked', 'cancel', 'getReader', 'pipeThrough', 'pipeTo', 'tee', 'values']);

// A stream of this room's own, from functions that return promises.
function createReadable(functions, highWaterMark = 1, size = () => 1) {
  const stream = new ReadableStream(kOurs, kOurs);
  setUpDefaultController(stream, { ...functions, highWaterMark, size });
  return stream;
}

function createReadableBytes(functions) {
  const stream = new ReadableStream(kOurs, kOurs);
  require('web_streams/byte_controller').setUpByteController(stream, { ...functions, highWaterMark: 0, allocates: undefined });
  return stream;
}

module.exports = { ReadableStream, createReadable, createReadableBytes };
