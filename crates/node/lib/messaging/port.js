'use strict';
// MessageChannel and MessagePort. Delivery: messaging/delivery; serialization for other threads: messaging/wire.

const globals = require('globals');
const {
  arrayIsArray, arraySome, objectDefineProperty, objectSetPrototypeOf, reflectConstruct, reflectOwnKeys, symbolFor,
} = require('core/intrinsics');
const { call2 } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const { codedError } = require('core/errors');
const { kTransfer } = require('core/cloneable');
const { kCreateEvent, kNewListener, kRemoveListener, defineEventHandler, dispatch, hybridDispatch } = require('core/event_target');
const { NodeEventTarget } = require('core/node_event_target');
const { makeEnumerable } = require('core/event');
const { MessageQueue, discard } = require('messaging/delivery');

const kQueue = Symbol('kQueue');
// The ports of the message that is being dispatched: only events expose them.
const kPorts = Symbol('kCurrentlyReceivingPorts');
const customInspect = symbolFor('nodejs.util.inspect.custom');

function MessagePort() {
  throw codedError('ERR_CONSTRUCT_CALL_INVALID', TypeError, 'Constructor cannot be called');
}

function makePort() {
  const port = reflectConstruct(NodeEventTarget, [], MessagePort);
  const deliver = (message) => {
    let received;
    try {
      received = decoded(message);
    } catch (error) {
      hybridDispatch(port, error, 'messageerror');
      return;
    }
    const { value, ports } = received;
    port[kPorts] = ports;
    try {
      hybridDispatch(port, value, 'message');
    } finally {
      port[kPorts] = undefined;
    }
  };
  const hiddenDescriptor = { __proto__: null, writable: true, enumerable: false };
  objectDefineProperty(port, kQueue, { __proto__: null, ...hiddenDescriptor, value: new MessageQueue(deliver, () => dispatch(port, new (require('messaging/events').MessagePortCloseEvent)('close'))) });
  objectDefineProperty(port, kPorts, { __proto__: null, ...hiddenDescriptor, value: undefined });
  if (__hexloop_resources__ !== undefined) {
    port[kQueue].resource = port;
    __hexloop_resources__.emitInit(port, 'MESSAGEPORT');
  }
  return port;
}

function MessageChannel() {
  if (new.target === undefined) throw codedError('ERR_CONSTRUCT_CALL_REQUIRED', TypeError, 'Cannot call constructor without `new`');
  this.port1 = makePort();
  this.port2 = makePort();
  this.port1[kQueue].peer = this.port2[kQueue];
  this.port2[kQueue].peer = this.port1[kQueue];
}

function queueOf(port) {
  const queue = port?.[kQueue];
  if (queue === undefined) throw new TypeError('Illegal invocation');
  return queue;
}

// No end has this id.
const NO_END = 0;

function postToThread(port, queue, value, list) {
  const { encode, post } = require('messaging/wire');
  const message = encode(value, list, port);
  // A getter in the value may have closed the port.
  const isOpen = queue.state === 'open';
  post(isOpen ? queue.end : NO_END, message);
  return isOpen ? true : undefined;
}

const notIterable = (what) => codedError('ERR_INVALID_ARG_TYPE', TypeError, `Optional ${what} argument must be an iterable`);

function listFrom(iterable, what) {
  const iterator = iterable[Symbol.iterator]();
  if (typeof iterator?.next !== 'function') throw notIterable(what);
  return [...each({ [Symbol.iterator]: () => iterator })];
}

// postMessage(value, list) or postMessage(value, { transfer: list })
function transferListOf(given) {
  if (given === undefined || given === null) return [];
  if (typeof given !== 'object') throw notIterable('transferList');
  if (typeof given[Symbol.iterator] === 'function') return listFrom(given, 'transferList');
  const { transfer } = given;
  if (transfer === undefined) return [];
  if (transfer === null || typeof transfer !== 'object' || typeof transfer[Symbol.iterator] !== 'function') {
    throw notIterable('options.transfer');
  }
  return listFrom(transfer, 'options.transfer');
}

// Without named parameters: Node's methods are native, and their length is 0.
const methods = {
  postMessage(...given) {
    const queue = queueOf(this);
    if (given.length === 0) throw codedError('ERR_MISSING_ARGS', TypeError, 'Not enough arguments to MessagePort.postMessage');
    const list = transferListOf(given[1]);
    if (queue.end !== 0) return postToThread(this, queue, given[0], list);
    const { peer } = queue;
    const isLost = peer !== undefined && arraySome(list, (item) => item?.[kQueue] === peer);
    const message = require('core/structured_clone').cloneMessage(given[0], list, this);
    if (queue.state !== 'open') {
      discard(message);
      return undefined;
    }
    if (isLost) {
      globals.process.emitWarning('The target port was posted to itself, and the communication channel was lost');
      queue.close();
    } else {
      if (peer === undefined) discard(message);
      else peer.enqueue(message);
    }
    return true;
  },

  start() {
    queueOf(this).start();
  },

  close(callback) {
    if (typeof callback === 'function') this.once('close', callback);
    queueOf(this).close();
  },

  ref() {
    queueOf(this).ref();
  },

  unref() {
    queueOf(this).unref();
  },

  hasRef() {
    return queueOf(this).refed;
  },

  [kNewListener](size, type) {
    if (type !== 'message' || size !== 1) return;
    this.ref();
    this.start();
  },

  [kRemoveListener](size, type) {
    if (type !== 'message' || size !== 0) return;
    this.unref();
    queueOf(this).stop();
  },

  [kCreateEvent](value, type) {
    if (type !== 'message' && type !== 'messageerror') return call2(NodeEventTarget.prototype[kCreateEvent], this, value, type);
    const { MessageEvent } = require('messaging/events');
    return new MessageEvent(type, { data: value, ports: this[kPorts] ?? [] });
  },

  [customInspect](depth, options) {
    const { inspect } = require('inspect/inspect');
    const queue = queueOf(this);
    const shown = { active: queue.state === 'open', refed: queue.refed };
    return `MessagePort [EventTarget] ${inspect(shown, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  },
};

objectSetPrototypeOf(MessagePort.prototype, NodeEventTarget.prototype);
for (const key of each(reflectOwnKeys(methods))) {
  objectDefineProperty(MessagePort.prototype, key, { __proto__: null, value: methods[key], writable: true, configurable: true });
}
defineEventHandler(MessagePort.prototype, 'message');
defineEventHandler(MessagePort.prototype, 'messageerror');
objectDefineProperty(MessagePort.prototype, kTransfer, {
  __proto__: null,
  get() { return isPort(this) ? transferPort : undefined; },
});
makeEnumerable(MessagePort.prototype, ['postMessage', 'start', 'close', 'ref', 'unref', 'hasRef']);

function transferPort() {
  const queue = checkTransferable(this);
  // As if it were created where it arrives: without an async context.
  const frame = __hexloop_context__;
  if (frame !== null) __hexloop_context__ = null;
  const created = makePort();
  if (frame !== null) __hexloop_context__ = frame;
  return { created, commit: () => queue.transferTo(created[kQueue]) };
}

// For the transfer list of a message to another thread.
function checkTransferable(port) {
  const queue = isPort(port) ? port[kQueue] : undefined;
  const { DOMException } = require('core/dom_exception');
  if (queue === undefined) throw new DOMException(`${port.constructor?.name ?? 'Object'} cannot go to another thread in Hexloop`, 'DataCloneError');
  if (queue.state !== 'open') throw new DOMException('MessagePort in transfer list is already detached', 'DataCloneError');
  return queue;
}

const detach = (port) => port[kQueue].detach();

function portFromEnd(end) {
  const port = makePort();
  port[kQueue].attachEnd(end);
  return port;
}

const isPort = (value) => value !== null && typeof value === 'object' && value[kQueue] !== undefined;

function checkPort(port) {
  if (!isPort(port)) throw codedError('ERR_INVALID_ARG_TYPE', TypeError, 'The "port" argument must be a MessagePort instance');
  return port[kQueue];
}

function receiveMessageOnPort(port) {
  const message = checkPort(port).take();
  return message === undefined ? undefined : { message: message.value };
}

// A port for a context of node:vm; this one is detached.
function moveMessagePortToContext(port, context) {
  const { state } = checkPort(port);
  if (state !== 'open') throw codedError('ERR_CLOSED_MESSAGE_PORT', Error, 'Cannot send data on closed MessagePort');
  if (require.has('vm/context') && typeof context === 'object' && context !== null && require('vm/context').isContext(context)) {
    const makeQueue = (deliver) => new MessageQueue((message) => deliver(decoded(message)), () => {});
    return require('messaging/context_port').movePort(port, context, { kQueue, methods, transfer: transferPort, makeQueue });
  }
  throw codedError('ERR_INVALID_ARG_TYPE', TypeError, 'Invalid context argument');
}

const decoded = (message) => (typeof message === 'string' || arrayIsArray(message) ? require('messaging/wire').decode(message) : message);

module.exports = {
  MessageChannel, MessagePort, checkTransferable, detach, portFromEnd, isPort, kQueue, moveMessagePortToContext, receiveMessageOnPort,
};
