'use strict';
// pipeTo: reads and writes until either side ends, then propagates that to the other side.

const { promiseAll, promiseWithResolvers } = require('core/safe/promises');
const { validateAbortSignal, validateObject, kValidateObjectAllowObjectsAndNull } = require('core/validate');
const { kState } = require('web_streams/interface');
const { Deferred, noop, nothing, upon, uponInContext } = require('web_streams/promises');
const { cancel, invalidState } = require('web_streams/readable_operations');
const { afterDequeue, dequeueChunk } = require('web_streams/default_controller');
const { ReadableStreamDefaultReader, readDefault, releaseReader } = require('web_streams/readers');
const { abort, isClosing } = require('web_streams/writable_operations');
const { WritableStreamDefaultWriter, closeAndPropagate, enqueueWrite, releaseWriter } = require('web_streams/writer');

const NONE = { preventAbort: false, preventCancel: false, preventClose: false, signal: undefined };

// Members are read in lexicographical order.
function pipeOptions(options) {
  if (options === undefined || options === null) return NONE;
  validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
  const preventAbort = Boolean(options.preventAbort);
  const preventCancel = Boolean(options.preventCancel);
  const preventClose = Boolean(options.preventClose);
  const { signal } = options;
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal', true);
  return { preventAbort, preventCancel, preventClose, signal };
}

class Pipe {
  shuttingDown = false;
  lastWrite = Deferred.resolved();
  // The chunk that was read: { value, written, context }, and the reaction that writes it.
  read = undefined;
  onRead = undefined;

  constructor(source, destination, options) {
    this.source = source;
    this.destination = destination;
    this.options = options;
    const { promise, resolve, reject } = promiseWithResolvers();
    this.promise = promise;
    this.resolve = resolve;
    this.reject = reject;
    this.reader = new ReadableStreamDefaultReader(source);
    this.writer = new WritableStreamDefaultWriter(destination);
    source[kState].disturbed = true;
  }

  start() {
    const { signal } = this.options;
    if (signal !== undefined) {
      this.onAbort = () => this.aborted();
      if (signal.aborted) {
        this.onAbort();
        return;
      }
      const { kResistStopPropagation } = require('core/event_target');
      signal.addEventListener('abort', this.onAbort, { [kResistStopPropagation]: true });
    }
    this.watch();
    this.loop();
  }

  aborted() {
    const { signal, preventAbort, preventCancel } = this.options;
    const { reason } = signal;
    this.shutdown(async () => {
      await promiseAll([
        preventAbort ? undefined : this.abortDestination(reason),
        preventCancel ? undefined : this.cancelSource(reason),
      ]);
    }, true, reason);
  }

  async abortDestination(reason) {
    if (this.destination[kState].state === 'writable') return abort(this.destination, reason);
  }

  async cancelSource(reason) {
    if (this.source[kState].state === 'readable') return cancel(this.source, reason);
  }

  // Handles errors and closes of either side, present and future. Forward before backward, errors before closes.
  watch() {
    const { source, destination, reader, writer } = this;
    const { preventAbort, preventCancel, preventClose } = this.options;
    const sourceErrored = (reason) => this.shutdown(preventAbort ? undefined : () => abort(destination, reason), true, reason);
    const destinationErrored = (reason) => this.shutdown(preventCancel ? undefined : () => cancel(source, reason), true, reason);
    const sourceClosed = () => this.shutdown(preventClose ? undefined : () => closeAndPropagate(writer));
    const from = source[kState];
    const to = destination[kState];

    if (from.state === 'errored') sourceErrored(from.storedError);
    else upon(reader[kState].closed.promise, undefined, sourceErrored);
    if (to.state === 'errored') destinationErrored(to.storedError);
    else upon(writer[kState].closed.promise, undefined, destinationErrored);
    if (from.state === 'closed') sourceClosed();
    else upon(reader[kState].closed.promise, sourceClosed, noop);

    if (isClosing(destination) || to.state === 'closed') {
      destinationErrored(invalidState('Destination WritableStream is closed'));
    }
  }

  // Chunks in the source's queue are written while there is no backpressure; then one chunk per read.
  loop() {
    if (this.shuttingDown) return;
    const to = this.destination[kState];
    to.onDrain = undefined;
    if (to.backpressure) {
      to.onDrain = () => this.loop();
      return;
    }
    const { controller } = this.source[kState];
    const slots = controller[kState];
    if (slots.kind === 'ReadableStreamDefaultController' && slots.queue.length > 0) this.writeQueued(controller);
    else readDefault(this.reader, this);
  }

  writeQueued(controller) {
    const { queue } = controller[kState];
    const to = this.destination[kState];
    while (queue.length > 0 && !to.backpressure && !this.shuttingDown) {
      this.lastWrite = enqueueWrite(this.writer, dequeueChunk(controller), true);
      afterDequeue(controller);
    }
    this.loop();
  }

  // The methods of a read request. The write must not run inside the source's enqueue().
  chunk(value) {
    const written = new Deferred();
    this.lastWrite = written;
    this.read = { value, written, context: __hexloop_context__ };
    this.onRead ??= () => this.writeRead();
    uponInContext(nothing, this.onRead, undefined);
  }

  writeRead() {
    const { value, written, context } = this.read;
    this.read = undefined;
    if (__hexloop_context__ !== context) __hexloop_context__ = context;
    this.lastWrite = enqueueWrite(this.writer, value, true);
    written.resolve();
    this.loop();
  }

  close() {}

  error() {}

  // All chunks that were read must be written first; a write may cause another one.
  waitForWrites(callback) {
    const last = this.lastWrite;
    const check = () => (last === this.lastWrite ? callback() : this.waitForWrites(callback));
    upon(last.promise, check, check);
  }

  shutdown(action, isError = false, reason = undefined) {
    if (this.shuttingDown) return;
    this.shuttingDown = true;
    const run = () => {
      if (action === undefined) {
        this.finish(isError, reason);
        return;
      }
      upon(action(), () => this.finish(isError, reason), (other) => this.finish(true, other));
    };
    if (this.destination[kState].state === 'writable' && !isClosing(this.destination)) this.waitForWrites(run);
    else run();
  }

  finish(isError, reason) {
    this.destination[kState].onDrain = undefined;
    releaseWriter(this.writer);
    releaseReader(this.reader);
    this.options.signal?.removeEventListener('abort', this.onAbort);
    if (isError) this.reject(reason);
    else this.resolve();
  }
}

function pipe(source, destination, options) {
  const operation = new Pipe(source, destination, options);
  operation.start();
  return operation.promise;
}

module.exports = { pipe, pipeOptions };
