'use strict';
// mock.timers: time advances only when the test advances it.

const {
  arrayFindIndex, arrayIncludes, arrayPush, arrayReduce, arrayReverse, arraySplice, arrayUnshift, dateGetTime, mathMax, mathTrunc,
  objectDefineProperties, objectDefineProperty, objectGetOwnPropertyDescriptor, objectGetOwnPropertyDescriptors, reflectApply,
  reflectConstruct,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');
const globals = require('globals');
const { validateObject, validateArray, validateNumber } = require('core/validate');
const { codes, codedError } = require('core/errors');

const APIS = ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'scheduler.wait', 'AbortSignal.timeout'];
const NAMES = { setTimeout: 'clearTimeout', setInterval: 'clearInterval', setImmediate: 'clearImmediate' };

class MockTimers {
  #isEnabled = false;
  #now = 0;
  #queue = [];
  #nextId = 1;
  #restores = [];

  enable(options = { __proto__: null, apis: APIS, now: 0 }) {
    if (this.#isEnabled) throw invalidState('MockTimers is already enabled!');
    validateObject(options, 'options');
    const { apis = APIS, now = 0 } = options;
    validateArray(apis, 'options.apis');
    for (const api of each(apis)) {
      if (!arrayIncludes(APIS, api)) throw new codes.ERR_INVALID_ARG_VALUE('options.apis', api, `option ${api} is not supported`);
    }
    this.#now = now instanceof Date ? dateGetTime(now) : now;
    if (!(now instanceof Date)) validateNumber(now, 'initialTime', 0);
    this.#isEnabled = true;
    for (const api of each(apis)) this.#replace(api);
  }

  #replace(api) {
    if (api === 'Date') this.#replaceProperty([globalThis], 'Date', this.#date());
    else if (api === 'scheduler.wait') this.#replaceProperty([require('timers/promises').scheduler], 'wait', (ms, options) => this.#promise(ms, undefined, options));
    else if (api === 'AbortSignal.timeout') this.#replaceProperty([globals.AbortSignal], 'timeout', (ms) => this.#abortAfter(ms));
    else {
      const targets = [globalThis, require('timers')];
      this.#replaceProperty(targets, api, this.#scheduler(api));
      this.#replaceProperty(targets, NAMES[api], (timer) => { this.#clear(timer); });
      const promises = require('timers/promises');
      if (api === 'setTimeout') this.#replaceProperty([promises], api, (ms, value, options) => this.#promise(ms, value, options));
      if (api === 'setImmediate') this.#replaceProperty([promises], api, (value, options) => this.#promise(-1, value, options));
      if (api === 'setInterval') this.#replaceProperty([promises], api, (ms, value) => this.#intervals(ms, value));
    }
  }

  #replaceProperty(targets, name, value) {
    for (const target of each(targets)) {
      const descriptor = objectGetOwnPropertyDescriptor(target, name);
      objectDefineProperty(target, name, { __proto__: null, value, writable: true, enumerable: descriptor?.enumerable ?? true, configurable: true });
      arrayPush(this.#restores, () => objectDefineProperty(target, name, descriptor));
    }
  }

  #scheduler(api) {
    const isImmediate = api === 'setImmediate';
    return { [api]: (callback, delay, ...args) => {
      if (isImmediate && delay !== undefined) arrayUnshift(args, delay);
      return this.#add(callback, isImmediate ? -1 : mathMax(1, mathTrunc(delay) || 1), args, api === 'setInterval');
    } }[api];
  }

  #add(callback, delay, args, repeats) {
    const timer = {
      id: this.#nextId++, callback, args, due: this.#now + mathMax(delay, 0), delay, repeats, isImmediate: delay < 0, isRefed: true,
      ref() { this.isRefed = true; return this; },
      unref() { this.isRefed = false; return this; },
      hasRef() { return this.isRefed; },
      refresh() { return this; },
      close() {},
      [Symbol.toPrimitive]() { return this.id; },
    };
    timer.close = () => { this.#clear(timer); return timer; };
    arrayPush(this.#queue, timer);
    return timer;
  }

  #clear(timer) {
    const at = arrayFindIndex(this.#queue, (queued) => queued === timer || queued.id === timer);
    if (at !== -1) arraySplice(this.#queue, at, 1);
  }

  #promise(ms, value, options) {
    return new __hexloop_promise__((resolve, reject) => {
      const timer = this.#add(() => resolve(value), ms, [], false);
      options?.signal?.addEventListener('abort', () => {
        this.#clear(timer);
        reject(new (require('core/errors').AbortError)(undefined, { cause: options.signal.reason }));
      }, { once: true });
    });
  }

  async *#intervals(ms, value) {
    for (;;) yield await this.#promise(ms, value);
  }

  #abortAfter(ms) {
    const controller = new globals.AbortController();
    this.#add(() => controller.abort(new globals.DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms, [], false);
    return controller.signal;
  }

  #date() {
    const Native = Date;
    const now = () => this.#now;
    function MockDate(...args) {
      if (new.target === undefined) return new Native(now()).toString();
      return reflectConstruct(Native, args.length === 0 ? [now()] : args, new.target === MockDate ? Native : new.target);
    }
    objectDefineProperties(MockDate, objectGetOwnPropertyDescriptors(Native));
    objectDefineProperty(MockDate, 'name', { __proto__: null, value: 'Date', configurable: true });
    MockDate.now = now;
    MockDate.isMock = true;
    return MockDate;
  }

  #due(time) {
    let next;
    for (const timer of each(this.#queue)) {
      if (timer.due <= time && (next === undefined || timer.due < next.due || (timer.due === next.due && order(timer) < order(next)))) next = timer;
    }
    return next;
  }

  #assertEnabled() {
    if (!this.#isEnabled) throw invalidState('You should enable MockTimers first by calling the .enable function');
  }

  tick(time = 1) {
    this.#assertEnabled();
    if (time < 0) throw new codes.ERR_INVALID_ARG_VALUE('time', 'positive integer', time);
    // As in Node, the time advances completely before the first timer runs.
    this.#now += time;
    for (let timer = this.#due(this.#now); timer !== undefined; timer = this.#due(this.#now)) {
      if (timer.repeats) timer.due += timer.delay;
      else this.#clear(timer);
      reflectApply(timer.callback, timer, timer.args);
    }
  }

  runAll() {
    this.#assertEnabled();
    const last = arrayReduce(this.#queue, (latest, timer) => mathMax(latest, timer.due), this.#now);
    this.tick(last - this.#now);
  }

  setTime(time = 0) {
    validateNumber(time, 'time');
    this.#assertEnabled();
    this.#now = time;
  }

  reset() {
    if (!this.#isEnabled) return;
    for (const restore of each(arrayReverse(this.#restores))) restore();
    this.#restores = [];
    this.#queue = [];
    this.#isEnabled = false;
    this.#now = 0;
  }

  [Symbol.dispose]() { this.reset(); }
}

// At the same time, immediates before timers, then in start order.
const order = (timer) => (timer.isImmediate ? timer.id - 1e9 : timer.id);

function invalidState(message) {
  return codedError('ERR_INVALID_STATE', Error, `Invalid state: ${message}`);
}

module.exports = { MockTimers };
