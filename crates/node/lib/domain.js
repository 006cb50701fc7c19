'use strict';
// node:domain: handles the errors of a group of operations in one place. Deprecated for a decade, and still used.
//
// The active domain is a value of the async context (async_context/frame.js), so callbacks, ticks, timers and promise jobs find
// the domain they were created in. Domains that are entered explicitly within one callback form a stack, which is valid as long as
// its top is the domain of the context; in the next callback only that top is left:
//
//   d1.run(() => d2.run(() => setImmediate(f)))     stack while setImmediate is called: d1 d2; while f runs: d2
//
// An uncaught error goes to the active domain first (process/fatal.js calls `handleError`): the context is then still that of the
// callback that threw.

const { arrayAt, arrayPush, arraySplice, objectDefineProperty, objectIsExtensible, reflectApply } = require('core/intrinsics');
const { appendAll, each } = require('core/safe/walk');
const { indexIn, isIn, lastIndexIn, sliceOf } = require('core/safe/lists');
const globals = require('globals');
const { call1 } = require('core/safe/calls');
const EventEmitter = require('events');
const { AsyncContextFrame } = require('async_context/frame');
const { codes } = require('core/errors');

require('async_context/promises').install();

const kStore = Symbol('domain');
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

const stack = [];

// `process.domain` while the stack is empty: undefined after a domain was exited, null before and after an error.
let noDomain = null;

const fromContext = () => __hexloop_context__?.find(kStore)?.value;

function setContext(domain) {
  if (fromContext() !== domain) __hexloop_context__ = new AsyncContextFrame(kStore, domain);
}

// The stack of the current callback.
function currentStack() {
  const top = fromContext();
  if (arrayAt(stack, -1) === top) return stack;
  stack.length = 0;
  if (top !== undefined) arrayPush(stack, top);
  return stack;
}

function replaceStack(domains, ifEmpty = undefined) {
  stack.length = 0;
  appendAll(stack, domains);
  noDomain = ifEmpty;
  setContext(arrayAt(stack, -1));
}

// Without the domain at the top, and its repetitions right below.
function withoutDomain(domains, domain) {
  let end = lastIndexIn(domains, domain);
  if (end === -1) return domains;
  while (end > 0 && domains[end - 1] === domain) end--;
  return sliceOf(domains, 0, end);
}

const activeDomain = () => arrayAt(currentStack(), -1) ?? noDomain;

function defineHidden(object, name, value) {
  objectDefineProperty(object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

class Domain extends EventEmitter {
  constructor() {
    super();
    this.members = [];
  }
}

objectDefineProperty(exports, '_stack', { __proto__: null, get: currentStack, enumerable: true, configurable: true });
exports.Domain = Domain;
exports.createDomain = function createDomain() {
  return new Domain();
};
exports.create = exports.createDomain;
objectDefineProperty(exports, 'active', {
  __proto__: null, get: activeDomain, set() {}, enumerable: true, configurable: true,
});

objectDefineProperty(globals.process, 'domain', {
  __proto__: null,
  get: activeDomain,
  set(domain) {
    replaceStack(isObject(domain) ? [domain] : [], domain);
  },
  enumerable: true,
  configurable: true,
});

Domain.prototype.members = undefined;

Domain.prototype.enter = function () {
  replaceStack([...each(currentStack()), this]);
};

// Also exits every domain that was entered after it.
Domain.prototype.exit = function () {
  const index = lastIndexIn(currentStack(), this);
  if (index !== -1) replaceStack(sliceOf(stack, 0, index));
};

Domain.prototype.add = function (emitter) {
  if (emitter.domain === this) return;
  if (emitter.domain) emitter.domain.remove(emitter);
  // A domain that contains itself would pass its errors around forever.
  if (this.domain && emitter instanceof Domain) {
    for (let outer = this.domain; outer; outer = outer.domain) if (outer === emitter) return;
  }
  defineHidden(emitter, 'domain', this);
  arrayPush(this.members, emitter);
};

Domain.prototype.remove = function (emitter) {
  emitter.domain = null;
  const index = indexIn(this.members, emitter);
  if (index !== -1) arraySplice(this.members, index, 1);
};

// Not exited if it throws: the error handler needs the domain.
function runInside(domain, self, fn, values) {
  domain.enter();
  const result = reflectApply(fn, self, values);
  domain.exit();
  return result;
}

Domain.prototype.run = function (fn, ...values) {
  return runInside(this, this, fn, values);
};

Domain.prototype.bind = function (fn) {
  const domain = this;
  function runBound(...values) {
    return runInside(domain, this, fn, values);
  }
  defineHidden(runBound, 'domain', domain);
  return runBound;
};

// For callbacks whose first argument is an error: the error goes to the domain.
Domain.prototype.intercept = function (fn) {
  const domain = this;
  return function runIntercepted(error, ...values) {
    if (error instanceof Error) {
      error.domainBound = fn;
      error.domainThrown = false;
      defineHidden(error, 'domain', domain);
      domain.emit('error', error);
      return undefined;
    }
    return runInside(domain, this, fn, values);
  };
};

// Returns true if the error was handled. The innermost domain comes first; an error that its listener throws goes to the enclosing
// one, and from the outermost to the process.
Domain.prototype._errorHandler = function (error) {
  if (isObject(error) && objectIsExtensible(error)) {
    defineHidden(error, 'domain', this);
    error.domainThrown = true;
  }
  const outer = isIn(currentStack(), this) ? withoutDomain(stack, this) : [];
  // Its listeners run outside of the domain.
  replaceStack(outer);
  if (this.listenerCount('error') === 0) return outer.length > 0 && arrayAt(outer, -1)._errorHandler(error);
  if (outer.length === 0) return this.emit('error', error);
  try {
    return this.emit('error', error);
  } catch (second) {
    replaceStack(outer);
    if (arrayAt(outer, -1)._errorHandler(second)) return true;
    throw second;
  }
};

// For process/fatal.js.
function handleError(error) {
  const domain = arrayAt(currentStack(), -1);
  if (!(domain instanceof Domain)) return false;
  try {
    return domain._errorHandler(error);
  } finally {
    replaceStack([], null);
  }
}
defineHidden(exports, 'handleError', handleError);

// ---- emitters belong to the domain in which they are created

EventEmitter.usingDomains = true;
const { init } = EventEmitter;
EventEmitter.init = function (options) {
  defineHidden(this, 'domain', null);
  const domain = activeDomain();
  if (domain && !(this instanceof Domain)) this.domain = domain;
  return call1(init, this, options);
};
objectDefineProperty(EventEmitter.init, 'name', { __proto__: null, value: '', configurable: true });
EventEmitter.prototype.domain = undefined;

const { emit } = EventEmitter.prototype;
EventEmitter.prototype.emit = function emit_(...values) {
  const { domain } = this;
  if (domain === null || domain === undefined || this === globals.process) return reflectApply(emit, this, values);
  if (values[0] === 'error' && this.listenerCount('error') === 0) {
    emitToDomain(this, domain, values);
    return false;
  }
  domain.enter();
  const result = reflectApply(emit, this, values);
  domain.exit();
  return result;
};
objectDefineProperty(EventEmitter.prototype.emit, 'name', { __proto__: null, value: 'emit', configurable: true });

// The domain's listener runs outside of the domain, or its own errors would return to it.
function emitToDomain(emitter, domain, values) {
  const error = values.length > 1 && values[1] ? values[1] : new codes.ERR_UNHANDLED_ERROR(values[1]);
  if (typeof error === 'object') {
    error.domainEmitter = emitter;
    defineHidden(error, 'domain', domain);
    error.domainThrown = false;
  }
  const before = [...each(currentStack())];
  replaceStack(withoutDomain(before, domain), null);
  domain.emit('error', error);
  replaceStack(before);
}
