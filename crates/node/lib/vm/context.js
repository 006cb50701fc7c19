'use strict';
// Contexts: a realm, and the object that stands for it.

const native = binding('vm');
const engine = require('engine');
const { MirroringContext } = require('vm/mirror');

const DONT_CONTEXTIFY = Symbol('vm_context_no_contextify');
const NO_CODE = 'Code generation from strings disallowed for this context';

// By the object that createContext() answered.
const contexts = new WeakMap();
// The same objects, for vm.measureMemory().
const made = new Set();

// What our rewritten texts call (crates/source), for a realm whose globals they are not: they are those of this realm,
// since there is one async context for all. Variables beside the global object, as in boot.js.
const PRELUDE = `
let __hexloop_operand__, __hexloop_keep__, __hexloop_back__, __hexloop_caught__, __hexloop_pass__, __hexloop_delegate__;
let __hexloop_begin__, __hexloop_stack__, __hexloop_text__, __hexloop_each__, __hexloop_imports__, __hexloop_await__, __hexloop_await_each__;
(function (main) {
  // Those of async_context/promises.js, once there is a store.
  let hooks;
  const ownPromise = Promise;
  const { resolve } = Promise;
  const { apply } = Reflect;
  // As in boot.js, with the promises of this realm.
  const awaitable = (value) => (
    (typeof value === 'object' ? value === null : typeof value !== 'function') ? value : apply(resolve, ownPromise, [value]));
  __hexloop_keep__ = (operand) => {
    __hexloop_operand__ = hooks === undefined ? awaitable(operand) : hooks.operand(operand);
    return main.save(operand);
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
  for (const name of ['dispose', 'asyncDispose']) {
    if (Symbol[name] === undefined) Object.defineProperty(Symbol, name, { __proto__: null, value: main[name] });
  }
  // As boot.js does: texts that become functions are rewritten like any other.
  const engineEval = eval;
  const ownConstructor = (Engine, head) => {
    const own = { [Engine.name]: function (...texts) {
      if (new.target !== undefined && new.target !== own) return Reflect.construct(Engine, texts, new.target);
      texts = texts.map(String);
      const text = main.functionText(texts, head);
      return text === undefined ? Engine(...texts) : engineEval(text);
    } }[Engine.name];
    Object.defineProperty(own, 'length', { __proto__: null, value: 1, writable: false });
    Object.defineProperty(own, 'prototype', { __proto__: null, value: Engine.prototype, writable: false });
    Object.defineProperty(Engine.prototype, 'constructor', { __proto__: null, value: own });
    return own;
  };
  Object.defineProperty(globalThis, 'Function', { __proto__: null, value: ownConstructor(Function, 'function') });
  for (const [sample, head] of [[async () => {}, 'async function'], [function* () {}, 'function*'], [async function* () {}, 'async function*']]) {
    Object.setPrototypeOf(ownConstructor(sample.constructor, head), Function);
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
    useHooks(those) { hooks = those; },
  };
})`;

const main = {
  __proto__: null,
  save: (operand) => (__hexloop_awaits__ === undefined ? __hexloop_context__ : __hexloop_awaits__.suspend(operand)),
  back: __hexloop_back__,
  caught: __hexloop_caught__,
  stack: globalThis.__hexloop_stack__,
  text: __hexloop_text__,
  each: (iterable) => require('core/async_from_sync').each(iterable),
  imports: require('vm/imports').importers,
  legacyAwait: globalThis.__hexloop_await__,
  legacyEach: globalThis.__hexloop_await_each__,
  functionText: (texts, head) => require('core/function_of_texts').rewrittenFor(texts, head, require('vm/imports').REFUSED),
  captureStackTrace: function captureStackTrace(object, constructorOpt) {
    require('core/stack').captureStackTrace(object, constructorOpt);
  },
  // Newer than the engine: those of this realm have to do.
  missing: ['SuppressedError', 'DisposableStack', 'AsyncDisposableStack'],
  global: (name) => globalThis[name],
  dispose: Symbol.dispose,
  asyncDispose: Symbol.asyncDispose,
};

function makeContext(contextObject, { strings, wasm, drainsJobs }) {
  for (const reference of made) {
    if (reference.deref() !== undefined) break;
    made.delete(reference);
  }
  const realm = native.newRealm(true);
  const begin = repairEngine(realm);
  const intrinsics = native.evaluate(realm, PRELUDE, 'node:vm/context')({ __proto__: main, begin });
  require('async_context/promises').installIn(intrinsics);
  native.translateErrors(realm);
  native.hearRejections(realm, require('loop/rejections').noteRejection);
  if (strings === false) native.forbidEval(realm, NO_CODE);
  if (wasm === false) forbidWebAssembly(intrinsics.WebAssembly);
  const context = new MirroringContext(realm, contextObject, intrinsics, drainsJobs);
  const standing = context.contextObject;
  context.contextObject = undefined;
  contexts.set(standing, context);
  made.add(new WeakRef(standing));
  return standing;
}

// Where the engine does something otherwise than V8 (core/engine_differences.js). Answers what rewritten generators of the realm call.
function repairEngine(realm) {
  if (engine.differences === undefined) return undefined;
  const { names, shared } = engine.differences;
  const run = (made, id) => native.evaluate(realm, `(${engine.textOf(made)})`, id);
  const delegated = shared && run(require('core/delegated_yield').install, 'node:core/delegated_yield')(shared);
  run(require('core/engine_differences').repair, 'node:core/engine_differences')(names, delegated);
  return delegated?.begin;
}

function forbidWebAssembly(WebAssembly) {
  const refuse = (what) => new WebAssembly.CompileError(`WebAssembly.${what}: Wasm code generation disallowed by embedder`);
  for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) {
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
  countContexts: () => [...made].filter((reference) => reference.deref() !== undefined).length,
};
