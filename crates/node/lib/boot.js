'use strict';
// The first JavaScript that runs: the loader of built-in modules, and the global object.
//
// Every program pays for start-up, and the cost is the code that is parsed (about 240 instructions a byte). So everything here is
// lazy: a global is a getter that loads its module when it is first read, and a module that has something to run in a phase
// registers the function that Rust calls there (binding('loop').connect).

// The async context (async_context/frame.js), and the functions that a rewritten `await` calls (crates/source/src/async_context.rs).
// Variables of the global scope are visible to every script and are no properties of the global object.
let __hexloop_context__ = null;
let __hexloop_hooks__;
let __hexloop_operand__;
// The tracker of async resources (async_context/execution.js), and its part in an `await` (async_context/promise_hooks.js).
let __hexloop_resources__;
let __hexloop_awaits__;
// The constructor of the promises of built-in files, whatever a program does to the global: the engine's, or that of
// async_context/promise_hooks.js.
let __hexloop_promise__ = Promise;
// Makes the function that returns the value to await. The engine makes no promise of an object with a `then`, as it should, and is one job
// short where that `then` resolves with a promise. A promise is returned as it is. vm/context.js evaluates this source in every further realm.
const __hexloop_make_awaitable__ = () => {
  const ownPromise = Promise;
  const { resolve } = Promise;
  const { call } = Function.prototype;
  const { apply } = Reflect;
  return (value) => {
    if (typeof value === 'object' ? value === null : typeof value !== 'function') return value;
    return resolve.call === call ? resolve.call(ownPromise, value) : apply(resolve, ownPromise, [value]);
  };
};
const __hexloop_awaitable__ = __hexloop_make_awaitable__();
const __hexloop_keep__ = (operand) => {
  if (__hexloop_awaits__ !== undefined) return __hexloop_awaits__.suspend(operand);
  __hexloop_operand__ = __hexloop_hooks__ === undefined ? __hexloop_awaitable__(operand) : __hexloop_hooks__.operand(operand);
  return __hexloop_context__;
};
const __hexloop_back__ = (saved, value) => {
  if (__hexloop_context__ !== saved) __hexloop_context__ = __hexloop_awaits__ === undefined ? saved : __hexloop_awaits__.resume(saved);
  return value;
};
const __hexloop_caught__ = (saved) => {
  if (saved !== undefined && __hexloop_context__ !== saved) {
    __hexloop_context__ = __hexloop_awaits__ === undefined ? saved : __hexloop_awaits__.resume(saved);
  }
};
// Where an async function begins and returns: undefined until there is a promise hook.
let __hexloop_enter__, __hexloop_leave__;
const __hexloop_returned__ = (value) => {
  if (__hexloop_leave__ !== undefined) __hexloop_leave__(value);
  return value;
};
// What other rewrites call (crates/source/src): assigned below, or by the module that is named.
let __hexloop_stack__, __hexloop_text__, __hexloop_each__, __hexloop_begin__, __hexloop_import;
let __hexloop_syntax__;
// boot/legacy_await.js, repl/session.js, module/esm/new_function.js, vm/imports.js.
let __hexloop_await__, __hexloop_await_each__, __hexloop_repl_import, __hexloop_importers__, __hexloop_imports__;
const __hexloop_pass__ = (value) => (__hexloop_hooks__ === undefined ? __hexloop_awaitable__(value) : __hexloop_hooks__.pass(value));
const __hexloop_delegate__ = (iterable) => (__hexloop_hooks__ === undefined ? iterable : __hexloop_hooks__.each(iterable));

(function boot(host) {
  // The engine's own: built-in files that load later get these as parameters (crates/node/src/bindings.rs).
  const {
    Array, ArrayBuffer, BigInt, Boolean, DataView, Date, Error, Map, Math, Number, Object, Proxy, RangeError,
    Reflect, RegExp, Set, String, Symbol, SyntaxError, TypeError, Uint8Array, WeakMap, WeakRef, WeakSet,
  } = globalThis;
  // A program can replace this, too.
  const global = globalThis;
  // Missing in the engine: timers, abort listeners and handles are disposable.
  for (const name of ['dispose', 'asyncDispose']) {
    if (Symbol[name] === undefined) Object.defineProperty(Symbol, name, { __proto__: null, value: Symbol(`Symbol.${name}`) });
  }

  const modules = { __proto__: null };
  const bindings = { __proto__: null };
  const { defineProperty, isFrozen } = Object;
  const { defineProperty: tryToDefine } = Reflect;

  const binding = (name) => bindings[name] ??= host.binding(name);

  function require(id) {
    const cached = modules[id];
    if (cached !== undefined) return cached.exports;
    const module = { id, exports: {} };
    modules[id] = module;
    try {
      host.compileBuiltin(id)(module.exports, require, module, binding, Array, ArrayBuffer, BigInt, Boolean, DataView, Date, Error, Map, Math, Number, Object, Proxy,
        RangeError, Reflect, RegExp, Set, String, Symbol, SyntaxError, TypeError, Uint8Array, WeakMap, WeakRef, WeakSet, global);
    } catch (error) {
      delete modules[id];
      throw error;
    }
    return module.exports;
  }
  // Whether a module has been loaded: one that has not has nothing to do at exit.
  require.has = (id) => modules[id] !== undefined;
  require.ids = () => Object.keys(modules);

  function define(name, value, enumerable = false, target = global) {
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable, configurable: true });
  }

  // For built-in files: require('globals').Buffer is Buffer, whatever a program does to the global.
  const idOf = { __proto__: null };
  const load = (name) => {
    // The browser profiles define some at once.
    if (idOf[name] === undefined) return global[name];
    const loaded = require(idOf[name]);
    return name in loaded ? loaded[name] : loaded;
  };
  const globals = { __proto__: new Proxy({}, { __proto__: null, get: (_, name) => globals[name] = load(name) }) };
  modules.globals = { id: 'globals', exports: globals };

  // False if the program has sealed or frozen the global object: the accessor stays.
  const assigned = { __proto__: null };
  const redefine = (name, value, enumerable) =>
    tryToDefine(global, name, { __proto__: null, value, writable: true, enumerable, configurable: true });

  function defineLazy(id, names, enumerable) {
    for (const name of names) {
      idOf[name] = id;
      defineProperty(global, name, {
        __proto__: null,
        configurable: true,
        enumerable,
        get() {
          const value = name in assigned ? assigned[name] : load(name);
          redefine(name, value, enumerable);
          return value;
        },
        set(value) { if (!redefine(name, value, enumerable) && !isFrozen(global)) assigned[name] = value; },
      });
    }
  }

  // Programs cannot replace these by assignment.
  function defineGetter(id, name) {
    defineProperty(global, name, { __proto__: null, configurable: true, enumerable: true, get: () => require(id)[name] });
  }

  Error.stackTraceLimit = 10;
  host.convertErrors((error, changed, isPut) => require('core/stack').convert(error, changed, isPut));
  host.translateMessages((error) => require('core/stack').translate(error));
  // Where the engine does not call these: called by catch clauses with what they caught (crates/source/src/catches.rs) and by reads of `stack`.
  __hexloop_stack__ = (value) => require('core/stack').normalize(value);
  __hexloop_text__ = (text) => require('core/function_constructor').sourceForEval(text);
  __hexloop_each__ = (iterable) => __hexloop_delegate__(require('core/async_from_sync').each(iterable));
  __hexloop_syntax__ = () => require('core/lowered_syntax');
  if (typeof SuppressedError === 'undefined') defineLazy('core/suppressed_error', ['SuppressedError'], false);
  if (typeof DisposableStack === 'undefined') defineLazy('core/disposable_stack', ['DisposableStack', 'AsyncDisposableStack']);
  Error.captureStackTrace = function captureStackTrace(object, constructorOpt) {
    require('core/stack').captureStackTrace(object, constructorOpt);
  };
  const { toString: engineToString } = Function.prototype;
  const ownToString = { toString() { return require('core/function_source').sourceOf(this); } }.toString;
  define('toString', ownToString, false, Function.prototype);
  // Functions that are native in V8, each followed by its name: core/function_source.js.
  // It inherits nothing: a program may define setters of indices.
  const natives = Object.setPrototypeOf([ownToString, 'toString', Error.captureStackTrace, 'captureStackTrace'], null);
  // A realm has a list of its own.
  const adderTo = (natives) => (callable, name) => {
    natives[natives.length] = callable;
    natives[natives.length] = name;
  };
  const addNative = adderTo(natives);
  // Node's default, for programs that replace it and call the original; the runtime does not call it.
  function ErrorPrepareStackTrace(error, trace) {
    return require('core/stack').withFrames(error, trace);
  }
  Object.defineProperty(Error, 'prepareStackTrace', { __proto__: null, value: ErrorPrepareStackTrace, writable: true, configurable: true });
  // The engine's originals, before the globals of these names are replaced.
  const { call } = Function.prototype;
  modules.engine = { id: 'engine', exports: {
    FinalizationRegistry, WebAssembly, JSON, Promise, then: Promise.prototype.then, resolve: Promise.resolve, ErrorPrepareStackTrace,
    arrayFill: Array.prototype.fill, call, dateNow: Date.now, defineProperty, setPrototypeOf: Object.setPrototypeOf, symbolFor: Symbol.for,
    functionSource: call.bind(engineToString), natives, addNative, adderTo, makeAwaitable: __hexloop_make_awaitable__,
  } };
  if (host.differences !== undefined) {
    const names = host.differences.split(' ');
    const shared = { __proto__: null, drivers: new WeakMap(), starting: undefined, started: undefined };
    const delegated = names.includes('delegated-yield') ? require('core/delegated_yield').install(shared) : undefined;
    __hexloop_begin__ = delegated?.begin;
    require('core/engine_differences').repair(names, delegated, addNative);
    modules.engine.exports.differences = { names, shared: delegated && shared };
  }
  if (host.why) {
    require('why/origins');
    require('why/report').reportOnInterrupt();
  } else {
    modules['why/origins'] = { id: 'why/origins', exports: {} };
  }
  if (host.legacyAwait) require('boot/legacy_await');

  // import() in -e and in the REPL; modules and CommonJS files get their own.
  __hexloop_import = (specifier, options) => require('module/esm').importFromFolder(specifier, options);

  const wrapConstructor = (Engine, head) => {
    const wrapped = { [Engine.name]: function (...sources) {
      return require('core/function_constructor').construct(Engine, wrapped, head, sources, new.target);
    } }[Engine.name];
    Object.defineProperty(wrapped, 'length', { __proto__: null, value: 1, writable: false });
    Object.defineProperty(wrapped, 'prototype', { __proto__: null, value: Engine.prototype, writable: false });
    Object.defineProperty(Engine.prototype, 'constructor', { __proto__: null, value: wrapped });
    addNative(wrapped, Engine.name);
    return wrapped;
  };
  const ownFunction = modules.engine.exports.Function = wrapConstructor(Function, 'function');
  define('Function', ownFunction);
  for (const [sample, head] of [[async () => {}, 'async function'], [function* () {}, 'function*'], [async function* () {}, 'async function*']]) {
    Object.setPrototypeOf(wrapConstructor(sample.constructor, head), ownFunction);
  }
  defineLazy('core/json', ['JSON']);

  const entries = {
    promiseRejectHandler: (promise, reason) => require('loop/rejections').promiseRejectHandler(promise, reason),
    runMain(kind, source, name) {
      if (host.isWorker) {
        require('worker/thread').run();
        __hexloop_caught__(null);
        return;
      }
      if (host.channel !== undefined) require('child_process')._forkChild(host.channel, host.channelMode);
      require('module/main').runMain(kind, source, name);
      __hexloop_caught__(null);
    },
    openRepl() { require('repl/session'); },
    countActive: () => require('process/resources').countActive(),
    emitBeforeExit() {
      __hexloop_caught__(null);
      if (__hexloop_resources__ !== undefined) __hexloop_resources__.unwind();
      if (require.has('async_context/hooks')) require('async_context/hooks').emitDestroyed();
      if (require.has('process/exit')) require('process/exit').emitBeforeExit();
    },
    emitExit(codeOnly) {
      __hexloop_caught__(null);
      return require.has('process/exit') ? require('process/exit').emitExit(codeOnly) : 0;
    },
  };
  const watchEntries = host.trace ? require('trace/install')(host) : undefined;
  if (host.profile.startsWith('browser')) {
    const replace = (id, exports) => { modules[id] = { id, exports }; };
    require('boot/browser')({ define, defineLazy, replace, profile: host.profile, entries });
    watchEntries?.(entries);
    return entries;
  }
  Array.fromAsync = function fromAsync(items, mapper, thisArg) {
    return require('core/safe/calls').call3(require('core/async_from_sync').fromAsync, this, items, mapper, thisArg);
  };
  Object.defineProperty(Array, 'fromAsync', { __proto__: null, enumerable: false });
  addNative(Array.fromAsync, 'fromAsync');
  if (host.supportsWaitAsync) {
    define('waitAsync', { waitAsync(typedArray, index, value, timeout) {
      return require('loop/wait_async').waitAsync(typedArray, index, value, timeout);
    } }.waitAsync, false, Atomics);
    addNative(Atomics.waitAsync, 'waitAsync');
  }
  defineLazy('loop/finalization', ['FinalizationRegistry']);
  defineLazy('loop/compilation', ['WebAssembly']);
  if (host.exposeGc) require('loop/finalization').exposeGc();
  define('global', global, true);
  Object.defineProperty(global, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'global' });
  defineLazy('process/process', ['process']);
  defineLazy('loop/immediates', ['clearImmediate', 'setImmediate'], true);
  defineLazy('loop/timers', ['clearInterval', 'clearTimeout', 'setInterval', 'setTimeout'], true);
  defineLazy('loop/microtasks', ['queueMicrotask'], true);
  defineLazy('core/structured_clone', ['structuredClone'], true);
  defineLazy('buffer', ['atob', 'btoa'], true);
  defineLazy('perf_hooks', ['performance'], true);
  defineLazy('perf_hooks', ['Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver',
    'PerformanceObserverEntryList', 'PerformanceResourceTiming']);
  defineGetter('crypto/web', 'crypto');
  defineLazy('crypto/web', ['Crypto']);
  defineLazy('console/global', ['console']);
  defineLazy('buffer', ['Buffer']);
  defineLazy('util', ['TextEncoder', 'TextDecoder']);
  defineLazy('url', ['URL', 'URLSearchParams']);
  defineLazy('core/abort', ['AbortController', 'AbortSignal']);
  defineLazy('core/event_target', ['EventTarget', 'Event', 'CustomEvent']);
  defineLazy('core/dom_exception', ['DOMException', 'QuotaExceededError']);
  defineLazy('web/url_pattern', ['URLPattern']);
  defineLazy('web/navigator', ['Navigator']);
  defineGetter('web/navigator', 'navigator');
  defineLazy('web/storage', ['Storage']);
  defineLazy('web/storage', ['sessionStorage'], true);
  Object.defineProperty(global, 'localStorage', {
    __proto__: null,
    configurable: true,
    get: () => require('web/storage').localStorage,
    set(value) { define('localStorage', value); },
  });
  defineLazy('buffer/blob', ['Blob']);
  defineLazy('buffer/file', ['File']);
  defineLazy('fetch/headers', ['Headers']);
  defineLazy('fetch/request', ['Request']);
  defineLazy('fetch/response', ['Response']);
  defineLazy('fetch/form_data', ['FormData']);
  defineLazy('fetch/fetch', ['fetch'], true);
  defineLazy('web/web_socket', ['WebSocket']);
  defineLazy('messaging/port', ['MessageChannel', 'MessagePort']);
  defineLazy('messaging/broadcast', ['BroadcastChannel']);
  defineLazy('messaging/events', ['MessageEvent', 'CloseEvent', 'ErrorEvent']);
  defineLazy('stream/web', ['TransformStream', 'TransformStreamDefaultController', 'WritableStream', 'WritableStreamDefaultController',
    'WritableStreamDefaultWriter', 'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader',
    'ReadableStreamBYOBRequest', 'ReadableByteStreamController', 'ReadableStreamDefaultController', 'ByteLengthQueuingStrategy',
    'CountQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream', 'CompressionStream', 'DecompressionStream']);
  watchEntries?.(entries);
  return entries;
})
