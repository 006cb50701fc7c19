'use strict';
// node:diagnostics_channel. A channel without subscribers costs one property read: publish() of the class does nothing, and a channel
// has the prototype ActiveChannel while it has subscribers or stores.

const globals = require('globals');
const { SafeMap, SafeSet, SafeWeakRef } = require('core/safe/collections');
const {
  arrayAt, arrayPop, arrayPush, arrayReverse, arraySlice, arraySome, arraySplice, mapEntries, objectDefineProperty, objectGetPrototypeOf,
  objectSetPrototypeOf, reflectApply, stringStartsWith,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { indexIn } = require('core/safe/lists');
const { promiseThen } = require('core/safe/promises');
const { validateFunction } = require('core/validate');
const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;

const identity = (value) => value;

function triggerUncaughtLater(error) {
  globals.process.nextTick(() => require('process/fatal').triggerUncaught(error, false));
}

const isThenable = (value) => typeof value?.then === 'function';

function warnOfNonThenable(fn) {
  globals.process.emitWarning(`tracePromise was called with the function '${fn.name || '<anonymous>'}', which returned a non-thenable.`);
}

class Channel {
  constructor(name) {
    this._subscribers = undefined;
    this._stores = undefined;
    this.name = name;
    this._index = undefined;
    channels.set(name, new SafeWeakRef(this));
    if (typeof name === 'string' && stringStartsWith(name, 'console.')) require('console/channels').install();
  }

  static [Symbol.hasInstance](value) {
    const prototype = value === null || value === undefined ? null : objectGetPrototypeOf(value);
    return prototype === Channel.prototype || prototype === ActiveChannel.prototype;
  }

  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    markActive(this);
    this.subscribe(subscription);
  }

  unsubscribe() {
    return false;
  }

  bindStore(store, transform) {
    markActive(this);
    this.bindStore(store, transform);
  }

  unbindStore() {
    return false;
  }

  get hasSubscribers() {
    return false;
  }

  publish() {}

  runStores(data, fn, thisArg, ...args) {
    return reflectApply(fn, thisArg, args);
  }

  withStoreScope() {
    return { [Symbol.dispose]() {} };
  }
}

class ActiveChannel {
  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    // A new array each time: a publish() that is running keeps the old one.
    this._subscribers = [...each(this._subscribers), subscription];
    activeChannels.add(this);
  }

  unsubscribe(subscription) {
    const at = indexIn(this._subscribers, subscription);
    if (at === -1) return false;
    const subscribers = arraySlice(this._subscribers);
    arraySplice(subscribers, at, 1);
    this._subscribers = subscribers;
    maybeMarkInactive(this);
    return true;
  }

  bindStore(store, transform) {
    this._stores.set(store, transform);
    activeChannels.add(this);
  }

  unbindStore(store) {
    if (!this._stores.delete(store)) return false;
    maybeMarkInactive(this);
    return true;
  }

  get hasSubscribers() {
    return true;
  }

  publish(data) {
    const subscribers = this._subscribers;
    for (let i = 0; i < subscribers.length; i++) {
      try {
        const subscriber = subscribers[i];
        subscriber(data, this.name);
      } catch (error) {
        triggerUncaughtLater(error);
      }
    }
  }

  withStoreScope(data) {
    const scopes = [];
    for (const { 0: store, 1: transform } of each(this._stores)) {
      try {
        arrayPush(scopes, [store, store.getStore()]);
        store.enterWith((transform ?? identity)(data));
      } catch (error) {
        arrayPop(scopes);
        triggerUncaughtLater(error);
      }
    }
    this.publish(data);
    return {
      [Symbol.dispose]() {
        for (const { 0: store, 1: before } of each(arrayReverse(scopes))) store.enterWith(before);
      },
    };
  }

  runStores(data, fn, thisArg, ...args) {
    let run = () => {
      this.publish(data);
      return reflectApply(fn, thisArg, args);
    };
    for (const { 0: store, 1: transform = identity } of each(this._stores)) {
      const inner = run;
      run = () => {
        let context;
        try {
          context = transform(data);
        } catch (error) {
          triggerUncaughtLater(error);
          return inner();
        }
        return store.run(context, inner);
      };
    }
    return run();
  }
}

// Channels by name, weakly. Channels with subscribers are also held strongly.
const channels = new SafeMap();
const activeChannels = new SafeSet();

// With the name and the tag that util.inspect prints in Node.
class StoreMap extends SafeMap {
  constructor() { super(); }

  get [Symbol.toStringTag]() { return 'Map'; }

  [Symbol.iterator]() { return mapEntries(this); }
}
objectDefineProperty(StoreMap, 'name', { __proto__: null, value: 'SafeMap' });

function markActive(channel) {
  objectSetPrototypeOf(channel, ActiveChannel.prototype);
  channel._subscribers = [];
  channel._stores = new StoreMap();
}

function maybeMarkInactive(channel) {
  if (channel._subscribers.length > 0 || channel._stores.size > 0) return;
  activeChannels.delete(channel);
  objectSetPrototypeOf(channel, Channel.prototype);
  channel._subscribers = undefined;
  channel._stores = undefined;
}

function channel(name) {
  const existing = channels.get(name)?.deref();
  if (existing !== undefined) return existing;
  if (typeof name !== 'string' && typeof name !== 'symbol') {
    throw new ERR_INVALID_ARG_TYPE('channel', ['string', 'symbol'], name);
  }
  return new Channel(name);
}

function subscribe(name, subscription) {
  return channel(name).subscribe(subscription);
}

function unsubscribe(name, subscription) {
  return channel(name).unsubscribe(subscription);
}

function hasSubscribers(name) {
  return channels.get(name)?.deref()?.hasSubscribers ?? false;
}

// The channel of one event of an operation: by the operation's name, or as given.
function channelOf(nameOrChannels, event, className) {
  if (typeof nameOrChannels === 'string') return channel(`tracing:${nameOrChannels}:${event}`);
  if (typeof nameOrChannels === 'object' && nameOrChannels !== null) {
    const given = nameOrChannels[event];
    // The error that Node's property access causes here.
    if (given === undefined) throw new TypeError('Cannot convert undefined or null to object');
    if (!(given instanceof Channel)) throw new ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, ['Channel'], given);
    return given;
  }
  throw new ERR_INVALID_ARG_TYPE('nameOrChannels', ['string', className, 'Object'], nameOrChannels);
}

function subscribeAll(channels, events, handlers) {
  for (const event of each(events)) if (handlers[event]) channels[event]?.subscribe(handlers[event]);
}

function unsubscribeAll(channels, events, handlers) {
  let done = true;
  for (const event of each(events)) {
    if (handlers[event] && !channels[event]?.unsubscribe(handlers[event])) done = false;
  }
  return done;
}

// ---- operations with a start and an end

class BoundedChannelScope {
  #end;
  #data;
  #scope;

  constructor(bounded, data) {
    if (!bounded.hasSubscribers) return;
    this.#end = bounded.end;
    this.#data = data;
    this.#scope = bounded.start.withStoreScope(data);
  }

  [Symbol.dispose]() {
    this.#end?.publish(this.#data);
    this.#scope?.[Symbol.dispose]();
    this.#end = this.#scope = undefined;
  }
}

class BoundedChannel {
  #start;
  #end;

  constructor(nameOrChannels) {
    this.#start = channelOf(nameOrChannels, 'start', 'BoundedChannel');
    this.#end = channelOf(nameOrChannels, 'end', 'BoundedChannel');
  }

  get start() { return this.#start; }
  get end() { return this.#end; }

  get hasSubscribers() {
    return this.#start.hasSubscribers || this.#end.hasSubscribers;
  }

  subscribe(handlers) {
    subscribeAll(this, ['start', 'end'], handlers);
  }

  unsubscribe(handlers) {
    return unsubscribeAll(this, ['start', 'end'], handlers);
  }

  withScope(context = {}) {
    return new BoundedChannelScope(this, context);
  }

  run(context, fn, thisArg, ...args) {
    context ??= {};
    if (!this.hasSubscribers) return reflectApply(fn, thisArg, args);
    return this.#start.runStores(context, () => {
      try {
        return reflectApply(fn, thisArg, args);
      } finally {
        this.#end.publish(context);
      }
    });
  }
}

// ---- operations that may continue after they have returned

const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

class TracingChannel {
  #channels = {};

  constructor(nameOrChannels) {
    for (const event of each(EVENTS)) this.#channels[event] = channelOf(nameOrChannels, event, 'TracingChannel');
    objectDefineProperty(this, 'error', { __proto__: null, value: this.#channels.error });
  }

  get start() { return this.#channels.start; }
  get end() { return this.#channels.end; }
  get asyncStart() { return this.#channels.asyncStart; }
  get asyncEnd() { return this.#channels.asyncEnd; }

  get hasSubscribers() {
    return arraySome(EVENTS, (event) => this.#channels[event].hasSubscribers);
  }

  subscribe(handlers) {
    subscribeAll(this.#channels, EVENTS, handlers);
  }

  unsubscribe(handlers) {
    return unsubscribeAll(this.#channels, EVENTS, handlers);
  }

  traceSync(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return reflectApply(fn, thisArg, args);
    const { start, end, error } = this.#channels;
    return start.runStores(context, () => {
      try {
        const result = reflectApply(fn, thisArg, args);
        context.result = result;
        return result;
      } catch (thrown) {
        context.error = thrown;
        error.publish(context);
        throw thrown;
      } finally {
        end.publish(context);
      }
    });
  }

  tracePromise(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) {
      const result = reflectApply(fn, thisArg, args);
      if (!isThenable(result)) warnOfNonThenable(fn);
      return result;
    }
    const { start, end, asyncStart, asyncEnd, error } = this.#channels;
    const settled = () => asyncStart.runStores(context, () => asyncEnd.publish(context));
    const onResolve = (value) => {
      context.result = value;
      settled();
      return value;
    };
    const onReject = (reason) => {
      context.error = reason;
      error.publish(context);
      settled();
    };
    return start.runStores(context, () => {
      try {
        const result = reflectApply(fn, thisArg, args);
        if (!isThenable(result)) {
          warnOfNonThenable(fn);
          context.result = result;
          return result;
        }
        // Its then() returns what the caller would get without us. Others may have more methods: the caller gets them as they are.
        if (require('util/types').isPromise(result) && objectGetPrototypeOf(result) === __hexloop_promise__.prototype) {
          return promiseThen(result, onResolve, (reason) => {
            onReject(reason);
            throw reason;
          });
        }
        result.then(onResolve, onReject);
        return result;
      } catch (thrown) {
        context.error = thrown;
        error.publish(context);
        throw thrown;
      } finally {
        end.publish(context);
      }
    });
  }

  traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return reflectApply(fn, thisArg, args);
    const { start, end, asyncStart, asyncEnd, error } = this.#channels;
    const callback = arrayAt(args, position);
    validateFunction(callback, 'callback');
    function wrapped(...given) {
      const { 0: failure, 1: result } = given;
      if (failure) {
        context.error = failure;
        error.publish(context);
      } else {
        context.result = result;
      }
      asyncStart.runStores(context, () => {
        try {
          return reflectApply(callback, this, given);
        } finally {
          asyncEnd.publish(context);
        }
      });
    }
    arraySplice(args, position, 1, wrapped);
    return start.runStores(context, () => {
      try {
        return reflectApply(fn, thisArg, args);
      } catch (thrown) {
        context.error = thrown;
        error.publish(context);
        throw thrown;
      } finally {
        end.publish(context);
      }
    });
  }
}

module.exports = {
  channel,
  hasSubscribers,
  subscribe,
  tracingChannel: (nameOrChannels) => new TracingChannel(nameOrChannels),
  unsubscribe,
  boundedChannel: (nameOrChannels) => new BoundedChannel(nameOrChannels),
  Channel,
  BoundedChannel,
};
