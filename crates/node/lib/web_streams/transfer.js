'use strict';
// Streams that postMessage and structuredClone hand over.
//
// The stream that arrives is another one. A port leads from each to the other, and at the far end of it stands a stream of
// ours that the original is piped into, or from. This is the standard's "cross-realm transform":
//
//   ReadableStream  original --pipe--> writable over port ~~~~ port -> readable that arrives
//   WritableStream  writable that arrives -> port ~~~~ readable over port --pipe--> original
//
// Four messages go over the port: pull (from the reading side, when it has room), chunk, close and error. As in Node, the
// port of a stream that arrived keeps the process alive from its first read or write on, that of the original never does.

const { kState, isA } = require('web_streams/faces');
const { Deferred, after, markHandled, rejected } = require('web_streams/promises');
const { createReadable } = require('web_streams/readable_stream');
const { createWritable } = require('web_streams/writable_stream');
const { isLocked } = require('web_streams/readable_operations');
const readableSide = require('web_streams/default_controller');

function listen(port, heard, failed) {
  port.onmessage = ({ data }) => heard[data.type]?.(data.value);
  port.onmessageerror = () => {
    const { DOMException } = require('core/dom_exception');
    const reason = new DOMException('Internal transferred stream error', 'DataCloneError');
    tellError(port, reason);
    failed(reason);
    port.close();
  };
  port.unref();
}

// A chunk that cannot be cloned is told as the error that it is.
function tellChunk(port, value) {
  try {
    port.postMessage({ type: 'chunk', value });
  } catch (error) {
    tellError(port, error);
    throw error;
  }
}

function tellError(port, reason) {
  try {
    port.postMessage({ type: 'error', value: reason });
  } catch (error) {
    port.postMessage({ type: 'error', value: error });
  }
}

// What `reason` becomes on its way; a failure to send it is that of the operation.
function tellEnd(port, reason) {
  try {
    port.postMessage({ type: 'error', value: reason });
    return Promise.resolve();
  } catch (error) {
    tellError(port, error);
    return rejected(error);
  } finally {
    port.close();
  }
}

function readableOver(port, isArrived) {
  const stream = createReadable({
    start() {},
    async pull() {
      if (isArrived) port.ref();
      port.postMessage({ type: 'pull' });
    },
    cancel: (reason) => tellEnd(port, reason),
  }, 0);
  const { controller } = stream[kState];
  const failed = (reason) => readableSide.errorController(controller, reason);
  listen(port, {
    __proto__: null,
    chunk(value) { if (readableSide.canAdd(controller)) readableSide.enqueue(controller, value); },
    close() {
      if (readableSide.canAdd(controller)) readableSide.closeController(controller);
      port.close();
    },
    error(reason) {
      failed(reason);
      port.close();
    },
  }, failed);
  return stream;
}

function writableOver(port, isArrived) {
  // Nothing is sent before the other side has asked for it.
  let asked = new Deferred();
  const send = (chunk) => {
    asked = new Deferred();
    try {
      tellChunk(port, chunk);
    } catch (error) {
      port.close();
      throw error;
    }
  };
  const write = (chunk) => {
    if (isArrived) port.ref();
    return after(asked.promise, () => send(chunk));
  };
  const stream = createWritable({
    start() {},
    write,
    async close() {
      port.postMessage({ type: 'close' });
      port.close();
    },
    abort: (reason) => tellEnd(port, reason),
  }, 1, () => 1);
  const failed = (reason) => {
    stream[kState].controller[kState].errorIfWritable(reason);
    asked.resolve();
  };
  listen(port, { __proto__: null, pull: () => asked.resolve(), error: failed }, failed);
  return stream;
}

function channel() {
  const { MessageChannel } = require('messaging/port');
  return new MessageChannel();
}

function refuseLocked(kind) {
  return require('core/structured_clone').dataCloneError(`Cannot transfer a locked ${kind}`);
}

// ---- what core/cloneable asks for

function transferReadable() {
  if (isLocked(this)) throw refuseLocked('ReadableStream');
  const { port1, port2 } = channel();
  const commit = () => markHandled(this.pipeTo(writableOver(port1, false)));
  return { parts: ['readable', port2], ports: [port2], commit };
}

function transferWritable() {
  if (this[kState].writer !== undefined) throw refuseLocked('WritableStream');
  const { port1, port2 } = channel();
  const commit = () => markHandled(readableOver(port1, false).pipeTo(this));
  return { parts: ['writable', port2], ports: [port2], commit };
}

function transferTransform() {
  const { readable, writable } = this[kState];
  const [reading, writing] = [transferReadable.call(readable), transferWritable.call(writable)];
  const commit = () => {
    reading.commit();
    writing.commit();
  };
  const ports = [...reading.ports, ...writing.ports];
  return { parts: ['transform', ...ports], ports, commit };
}

const TRANSFERS = { __proto__: null, ReadableStream: transferReadable, WritableStream: transferWritable, TransformStream: transferTransform };

// Undefined for what only looks like a stream.
const transferOf = (stream, kind) => (isA(stream, kind) ? TRANSFERS[kind] : undefined);

// ---- what arrives

const arrivedReadable = (port) => readableOver(port, true);
const arrivedWritable = (port) => writableOver(port, true);

function arrivedTransform(readablePort, writablePort) {
  const { transformOf } = require('web_streams/transform_stream');
  return transformOf(arrivedReadable(readablePort), arrivedWritable(writablePort));
}

module.exports = { arrivedReadable, arrivedTransform, arrivedWritable, transferOf };
