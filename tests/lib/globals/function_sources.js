'use strict';
// Function.prototype.toString: exactly the source that was written, and V8's for native functions.
const show = (...functions) => functions.forEach((f) => console.log(JSON.stringify(Function.prototype.toString.call(f))));

// Functions of every kind, with everything that the runtime rewrites.
async function awaits(x) { try { await x } catch (e) {} }
async function nested(a) { return await (await a)(await a.b, ...await a.c) ? await(1) : `${await a}`; }
const arrow = async (a) => await a;
const inCall = [async a => await a, async () => { await 0; }];
async function* generator(xs) { yield await xs; yield* xs; for await (const x of xs) { yield x } return xs, 1 }
function catches() { try { } catch { } try {} catch({message}) {} try { x } catch /* a */ ( /* b */ { a: [b] } /* c */ ) /* d */ { b } finally { } }
function handlers(p) { p.catch(e => e.message); p.then(null, ({ message }) => message); p.catch(function (e) { 'use strict'; return e }) }
function stacks(e) { return e.stack + e?.stack + e['stack'], ({ stack } = e), e.stack = 1; }
function imports() { return import('node:fs'), import( /* a */ './x.js', { with: { type: 'json' } } ) }
function evals(text) { return eval(text), eval('1' + text), (0, eval)(text) }
class Everything extends (class Base {}) {
  static async s() { await this }
  async *[Symbol.asyncIterator]() { yield* this }
  get stack() { return this.e.stack }
  set stack(value) { try {} catch (e) { } }
  #p = async () => await this;
  static { try { } catch (e) { } }
  field = (e) => e.stack;
  async 'quoted name'() { for await (const a of await this) await a; }
}
const object = { async method() { await 1 }, get g() { try {} catch (e) {} return 1 }, async *['computed' + 1]() { yield 1 }, arrow: async x => { await x } };
show(awaits, nested, arrow, ...inCall, generator, catches, handlers, stacks, imports, evals, Everything);
show(Everything.s, Everything.prototype[Symbol.asyncIterator], ...Object.values(Object.getOwnPropertyDescriptor(Everything.prototype, 'stack')).slice(0, 2));
show(Everything.prototype['quoted name'], object.method, Object.getOwnPropertyDescriptor(object, 'g').get, object.computed1, object.arrow);

// Comments that look like the end of one, text outside of Latin-1, and what only looks like an edit.
async function odd() { await /* 漢字 * / */ '漢字 🦀' /**/; try {} catch ({ a /* } */ }) { } }
function tabs() { return "\v/*@1*/"; /*@3*/ }
show(odd, tabs);

// Compiled at run time.
show(Function('a', 'b', 'try { return a } catch (e) { return e.stack }'), Function(), new Function('...x', 'return x'));
show(Object.getPrototypeOf(async () => {}).constructor('a', 'await a'), Object.getPrototypeOf(async function* () {}).constructor('yield* 1'));
show(eval('(async () => { await 1; try {} catch (e) {} })'), (0, eval)('(function () { try {} catch ({ message }) {} })'));
const vm = require('node:vm');
show(vm.runInThisContext('(async () => await 1)'), vm.runInNewContext('(async function () { try { await 1 } catch (e) { } })'));
show(vm.compileFunction('try { await } catch (e) { return e }', ['await']));
console.log(vm.runInNewContext('String(async () => await 1) + String(Function) + String(Function.prototype.toString) + String([].map)'));

// A text that is sent elsewhere runs there.
const sent = vm.runInNewContext(`(${async function (x) { try { return await x + 1 } catch (e) { return e } }})`);
sent(1).then((value) => console.log(value));

// Native functions, and those that are native in V8 and not here.
show([].push, function () {}.bind(), awaits.bind(), new Proxy(function () {}, {}), new Proxy(class {}, {}), Map, Function, Function.prototype);
show(Object.getOwnPropertyDescriptor(Map.prototype, 'size').get, [][Symbol.iterator], Symbol.prototype[Symbol.toPrimitive], RegExp.prototype[Symbol.replace]);
show(Error.captureStackTrace, Function.prototype.toString, Array.fromAsync, WebAssembly.compile, FinalizationRegistry, eval);
show(Promise.prototype.finally, Promise.resolve, Promise.prototype.then, JSON.parse, JSON.stringify, structuredClone.call, queueMicrotask.bind);
for (const C of [Object.getPrototypeOf(async () => {}).constructor, Object.getPrototypeOf(function* () {}).constructor]) show(C);
for (const name of ['Array', 'ArrayBuffer', 'AsyncDisposableStack', 'DisposableStack', 'FinalizationRegistry', 'Map', 'Promise', 'Set',
  'SuppressedError', 'WeakMap', 'WeakRef']) {
  const value = globalThis[name];
  for (const [where, holder] of [['', value], ['.prototype', value.prototype ?? {}]]) {
    for (const key of Object.getOwnPropertyNames(holder).sort()) {
      const { value: method, get } = Object.getOwnPropertyDescriptor(holder, key);
      for (const f of [method, get]) if (typeof f === 'function' && key !== 'constructor') console.log(`${name}${where}.${key}`, String(f));
    }
  }
}

// The receiver must be a function; the name of a function does not matter.
for (const value of [undefined, 1, {}, /x/]) {
  try { Function.prototype.toString.call(value); } catch (error) { console.log(error.name, error.message); }
}
console.log(String(Object.defineProperty(function f() {}, 'name', { value: 'g' })), Function.prototype.toString.name, Function.prototype.toString.length);
console.log(Object.hasOwn(Function.prototype.toString, 'prototype'), Object.getOwnPropertyDescriptor(Function.prototype, 'toString').enumerable);

// No name of the runtime on the global object, and none among the arguments of a file.
console.log(Reflect.ownKeys(globalThis).filter((key) => /hexloop/i.test(String(key))), arguments.length);
console.log(vm.runInNewContext('Reflect.ownKeys(globalThis)').filter((key) => /hexloop/i.test(String(key))));
