'use strict';
// ReadableStream, and its construction from a source.

const { mathTrunc, objectDefineProperty, symbolFor } = require('core/intrinsics');
const { codes } = require('core/errors');
const { kTransfer } = require('core/cloneable');
const { validateFunction, validateObject, kValidateObjectAllowObjects, kValidateObjectAllowObjectsAndNull } =
  require('core/validate');
const { kState, kConstructToken, brandCheck, customInspect, defineInterface, isA, inspectInterface, rejectInvalidThis } = require('web_streams/interface');
const { rejected } = require('web_streams/promises');
const { highWaterMarkOf, readStrategy, sizeOf } = require('web_streams/queue');
const { ReadableState, cancel, closedPromise, invalidState, isLocked } = require('web_streams/readable_operations');
const { createAlgorithms, setUpDefaultController } = require('web_streams/default_controller');
const { ReadableStreamDefaultReader, ReadableStreamBYOBReader } = require('web_streams/readers');

const kIsDisturbed = symbolFor('nodejs.stream.disturbed');
const kIsErrored = symbolFor('nodejs.stream.errored');
const kIsReadable = symbolFor('nodejs.stream.readable');
const kIsClosedPromise = symbolFor('nodejs.webstream.isClosedPromise');
const kControllerError = symbolFor('nodejs.webstream.controllerErrorFunction');

const EMPTY = { __proto__: null };

// Converts a source as a WebIDL dictionary: members are read once, in lexicographical order.
function readSource(source) {
  const { autoAllocateChunkSize, cancel: cancelMethod, pull, start, type } = source;
  if (type !== undefined && `${type}` !== 'bytes') throw new codes.ERR_INVALID_ARG_VALUE('source.type', type);
  if (pull !== undefined) validateFunction(pull, 'source.pull');
  if (cancelMethod !== undefined) validateFunction(cancelMethod, 'source.cancel');
  if (start !== undefined) validateFunction(start, 'source.start');
  return { autoAllocateChunkSize, cancel: cancelMethod, pull, start, isBytes: type !== undefined };
}

function convertChunkSize(size) {
  if (size === undefined) return undefined;
  const count = mathTrunc(Number(size));
  if (!(count > 0) || count > Number.MAX_SAFE_INTEGER) throw new codes.ERR_INVALID_ARG_VALUE('source.autoAllocateChunkSize', size);
  return count;
}

class ReadableStream {
  constructor(source = kConstructToken, strategy = undefined) {
    if (source === kConstructToken) {
      // Created internally: the caller sets up the controller. Without any argument: an empty source.
      this[kState] = new ReadableState();
      if (strategy === kConstructToken) return;
      source = EMPTY;
    } else {
      validateObject(source, 'source', kValidateObjectAllowObjects);
    }
    this[kState] = new ReadableState();
    const limits = readStrategy(strategy);
    const read = readSource(source);
    if (read.isBytes) {
      if (limits.size !== undefined) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('strategy.size', limits.size);
      const highWaterMark = highWaterMarkOf(limits, 0);
      const autoAllocateChunkSize = convertChunkSize(read.autoAllocateChunkSize);
      const algorithms = createAlgorithms(source, read, highWaterMark, undefined);
      require('web_streams/byte_controller').setUpByteController(this, { ...algorithms, autoAllocateChunkSize });
    } else {
      setUpDefaultController(this, createAlgorithms(source, read, highWaterMarkOf(limits, 1), sizeOf(limits)));
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
    brandCheck(this, 'ReadableStream');
    return isLocked(this);
  }

  cancel(reason = undefined) {
    if (!isA(this, 'ReadableStream')) return rejectInvalidThis('ReadableStream');
    if (isLocked(this)) return rejected(invalidState('ReadableStream is locked'));
    return cancel(this, reason);
  }

  getReader(options = undefined) {
    brandCheck(this, 'ReadableStream');
    if (options !== undefined) validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    const mode = options?.mode;
    if (mode === undefined) return new ReadableStreamDefaultReader(this);
    if (`${mode}` !== 'byob') throw new codes.ERR_INVALID_ARG_VALUE('options.mode', mode);
    return new ReadableStreamBYOBReader(this);
  }

  pipeThrough(transform, options = undefined) {
    brandCheck(this, 'ReadableStream');
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
    if (!isA(this, 'ReadableStream')) return rejectInvalidThis('ReadableStream');
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
    brandCheck(this, 'ReadableStream');
    return require('web_streams/tee').tee(this, false);
  }

  values(options = undefined) {
    brandCheck(this, 'ReadableStream');
    if (options !== undefined) validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    return require('web_streams/iteration').iterate(this, Boolean(options?.preventCancel));
  }

  get [kTransfer]() {
    return require('web_streams/transfer').transferOf(this, 'ReadableStream');
  }

  [customInspect](depth, options) {
    const { state, controller } = this[kState];
    return inspectInterface(this, {
      locked: this.locked, state, supportsBYOB: isA(controller, 'ReadableByteStreamController'),
    }, depth, options);
  }
}

objectDefineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
  __proto__: null, configurable: true, writable: true, value: ReadableStream.prototype.values,
});
objectDefineProperty(ReadableStream, 'from', { __proto__: null, enumerable: true });
defineInterface(ReadableStream, ['locked', 'cancel', 'getReader', 'pipeThrough', 'pipeTo', 'tee', 'values']);

// A stream created internally, from algorithms that return promises.
function createReadable(algorithms, highWaterMark = 1, size = () => 1) {
  const stream = new ReadableStream(kConstructToken, kConstructToken);
  setUpDefaultController(stream, { ...algorithms, highWaterMark, size });
  return stream;
}

function createReadableBytes(algorithms) {
  const stream = new ReadableStream(kConstructToken, kConstructToken);
  require('web_streams/byte_controller').setUpByteController(stream, { ...algorithms, highWaterMark: 0, autoAllocateChunkSize: undefined });
  return stream;
}

module.exports = { ReadableStream, createReadable, createReadableBytes };
