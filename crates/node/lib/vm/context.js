'use strict';
// Contexts: a realm, and the object that represents it.

const { newList } = require('core/safe/list');
const { SafeSet, SafeWeakMap, SafeWeakRef } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { arrayFilter } = require('core/intrinsics');
const native = binding('vm');
const engine = require('engine');
const { MirroringContext } = require('vm/mirror');

const DONT_CONTEXTIFY = Symbol('vm_context_no_contextify');
const NO_CODE = 'Code generation from strings disallowed for this context';

// By the result of createContext().
const contexts = new SafeWeakMap();
// The same objects, for vm.measureMemory().
const contextRefs = new SafeSet();

// The functions that rewritten sources call (crates/source), for another realm: they are those of the main realm, since there is one async
// context for all. Variables beside the global object, as in boot.js.
const PRELUDE = `
let __hexloop_operand__, __hexloop_keep__, __hexloop_back__, __hexloop_caught__, __hexloop_pass__, __hexloop_delegate__;
let __hexloop_enter__, __hexloop_leave__;
const __hexloop_returned__ = (value) => value;
let __hexloop_begin__, __hexloop_stack__, __hexloop_text__, __hexloop_each__, __hexloop_imports__, __hexloop_await__, __hexloop_await_each__;
(function (main) {
  // From async_context/promises.js, when there is a store.
  let hooks;
  const { addNative, awaitable, natives } = main;
  __hexloop_keep__ = (operand) => {
    const awaited = hooks === undefined ? awaitable(operand) : hooks.operand(operand);
    const saved = main.save(awaited);
    // Last: a promise hook may have called a function that waits.
    __hexloop_operand__ = awaited;
    return saved;
  };
  __hexloop_pass__ = (value) => (hooks === undefined ? awaitable(value) : hooks.pass(value));
  __hexloop_delegate__ = (iterable) => (hooks === undefined ? iterable : hooks.each(iterable));
  __hexloop_each__ = (iterable) => __hexloop_delegate__(main.each(iterable));
  ({
    begin: __hexloop_begin__, back: __hexloop_back__, caught: __hexloop_caught__, stack: __hexloop_stack__, text: __hexloop_text__,
    imports: __hexloop_imports__, legacyAwait: __hexloop_await__, legacyEach: __hexloop_await_each__,
  } = main);
  Error.stackTraceLimit = 10;
  Error.captureStackTrace = main.captureStackTrace;
  const { toString } = { toString() { return main.sourceOf(this, natives); } };
  Object.defineProperty(Function.prototype, 'toString', { __proto__: null, value: toString });
  addNative(toString, 'toString');
  addNative(Error.captureStackTrace, 'captureStackTrace');
  for (const name of ['dispose', 'asyncDispose']) {
    if (Symbol[name] === undefined) Object.defineProperty(Symbol, name, { __proto__: null, value: main[name] });
  }
  // As in boot.js: sources of functions are rewritten like any other.
  const engineEval = eval;
  const wrapConstructor = (Engine, prefix) => {
    const wrapped = { [Engine.name]: function (...sources) {
      if (new.target !== undefined && new.target !== wrapped) return Reflect.construct(Engine, sources, new.target);
      sources = sources.map(String);
      const source = main.functionText(sources, prefix);
      return source === undefined ? Engine(...sources) : engineEval(source);
    } }[Engine.name];
    Object.defineProperty(wrapped, 'length', { __proto__: null, value: 1, writable: false });
    Object.defineProperty(wrapped, 'prototype', { __proto__: null, value: Engine.prototype, writable: false });
    Object.defineProperty(Engine.prototype, 'constructor', { __proto__: null, value: wrapped });
    addNative(wrapped, Engine.name);
    return wrapped;
  };
  Object.defineProperty(globalThis, 'Function', { __proto__: null, value: wrapConstructor(Function, 'function') });
  for (const [sample, prefix] of [[async () => {}, 'async function'], [function* () {}, 'function*'], [async function* () {}, 'async function*']]) {
    Object.setPrototypeOf(wrapConstructor(sample.constructor, prefix), Function);
  }
  for (const name of main.missing) {
    Object.defineProperty(globalThis, name, {
      __proto__: null,
      configurable: true,
      enumerable: false,
      get: () => main.global(name),
      set(value) { Object.defineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true }); },
    });
  }
  return {
    Object,
    Proxy,
    WebAssembly,
    Promise,
    generators: Object.getPrototypeOf(async function* () {}).prototype,
    useHooks(value) { hooks = value; },
  };
})`;

const main = {
  __proto__: null,
  save: (operand) => (__hexloop_awaits__ === undefined ? __hexloop_context__ : __hexloop_awaits__.suspend(operand)),
  back: __hexloop_back__,
  caught: __hexloop_caught__,
  stack: __hexloop_stack__,
  text: __hexloop_text__,
  each: (iterable) => require('core/async_from_sync').each(iterable),
  imports: require('vm/imports').importers,
  legacyAwait: __hexloop_await__,
  legacyEach: __hexloop_await_each__,
  sourceOf: (callable, natives) => require('core/function_source').sourceOf(callable, natives),
  functionText: (sources, prefix) => require('core/function_constructor').rewrittenFor(sources, prefix, require('vm/imports').MISSING_CALLBACK),
  captureStackTrace: function captureStackTrace(object, constructorOpt) {
    require('core/stack').captureStackTrace(object, constructorOpt);
  },
  // Missing in the engine: those of the main realm are used.
  missing: ['SuppressedError', 'DisposableStack', 'AsyncDisposableStack'],
  global: (name) => globalThis[name],
  dispose: Symbol.dispose,
  asyncDispose: Symbol.asyncDispose,
};

function makeContext(contextObject, { strings, wasm, drainsJobs }) {
  for (const reference of each(contextRefs)) {
    if (reference.deref() !== undefined) break;
    contextRefs.delete(reference);
  }
  const realm = native.createRealm(true);
  const natives = newList();
  const addNative = engine.adderTo(natives);
  const begin = repairEngine(realm, addNative);
  const awaitable = evaluateFunction(realm, engine.makeAwaitable, 'node:boot')();
  const intrinsics = native.evaluate(realm, PRELUDE, 'node:vm/context')({ __proto__: main, addNative, awaitable, begin, natives });
  require('async_context/promises').installIn(intrinsics);
  native.setPromiseRejectCallback(realm, require('loop/rejections').promiseRejectHandler);
  if (strings === false) native.disableEval(realm, NO_CODE);
  if (wasm === false) forbidWebAssembly(intrinsics.WebAssembly);
  const context = new MirroringContext(realm, contextObject, intrinsics, drainsJobs);
  const contextifiedObject = context.contextObject;
  context.contextObject = undefined;
  contexts.set(contextifiedObject, context);
  contextRefs.add(new SafeWeakRef(contextifiedObject));
  return contextifiedObject;
}

// A function of ours with the intrinsics of the realm; it uses nothing of the scope in which it was written.
const evaluateFunction = (realm, callable, id) => native.evaluate(realm, `(${engine.functionSource(callable)})`, id);

// Patches what the engine does differently from V8 (core/engine_differences.js). Returns the function that rewritten generators of the
// realm call.
function repairEngine(realm, addNative) {
  if (engine.differences === undefined) return undefined;
  const { names, shared } = engine.differences;
  const delegated = shared && evaluateFunction(realm, require('core/delegated_yield').install, 'node:core/delegated_yield')(shared);
  evaluateFunction(realm, require('core/engine_differences').repair, 'node:core/engine_differences')(names, delegated, addNative);
  return delegated?.begin;
}

function forbidWebAssembly(WebAssembly) {
  const refuse = (what) => new WebAssembly.CompileError(`WebAssembly.${what}: Wasm code generation disallowed by embedder`);
  for (const name of each(['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming'])) {
    if (WebAssembly[name] !== undefined) WebAssembly[name] = { async [name]() { throw refuse(`${name}()`); } }[name];
  }
  WebAssembly.Module = class Module {
    constructor() { throw refuse('Module()'); }
  };
}

module.exports = {
  DONT_CONTEXTIFY,
  makeContext,
  contextOf: (object) => contexts.get(object),
  isContext: (object) => contexts.has(object),
  countContexts: () => arrayFilter([...each(contextRefs)], (reference) => reference.deref() !== undefined).length,
};
