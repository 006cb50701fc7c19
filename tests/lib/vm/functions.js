'use strict';
// vm.compileFunction: parameters, scopes around it, the realm it belongs to.
const vm = require('vm');

const add = vm.compileFunction('return a + b', ['a', 'b']);
console.log(add(1, 2), add.length, add.name, String(add), Object.keys(add));
console.log(vm.compileFunction('return arguments.length')(1, 2, 3));
console.log(vm.compileFunction('return [this === globalThis, typeof require]')());
console.log(vm.compileFunction('"use strict"; return this')());
console.log(vm.compileFunction('return x + y', ['y'], { contextExtensions: [{ x: 1 }, { x: 10 }] })(5));
const scope = { counter: 0 };
vm.compileFunction('counter++', [], { contextExtensions: [scope] })();
console.log(scope);
const context = vm.createContext({ name: 'of the context' });
const inside = vm.compileFunction('return [name, [] instanceof Array, this === globalThis]', [], { parsingContext: context });
console.log(inside(), inside instanceof Function);
console.log(vm.compileFunction('return `line ${1}`; // a comment')());
console.log(vm.compileFunction('let require = 1; return require')());
const produced = vm.compileFunction('return 1', [], { produceCachedData: true });
console.log(produced.cachedDataProduced, Buffer.isBuffer(produced.cachedData));
console.log(vm.compileFunction('return 1', [], { cachedData: produced.cachedData }).cachedDataRejected);
console.log(vm.compileFunction('return 123456', [], { cachedData: produced.cachedData }).cachedDataRejected);

for (const make of [
  () => vm.compileFunction(1),
  () => vm.compileFunction('', 'a'),
  () => vm.compileFunction('', [1]),
  () => vm.compileFunction('', [], { filename: 1 }),
  () => vm.compileFunction('', [], { parsingContext: {} }),
  () => vm.compileFunction('', [], { contextExtensions: [1] }),
  () => vm.compileFunction('', [], { importModuleDynamically: 1 }),
  () => new vm.Script('', { cachedData: 'text' }),
  () => new vm.Script('', { lineOffset: 1.5 }),
  () => new vm.Script('', { produceCachedData: 1 }),
  () => new vm.Script('', 1),
  () => new vm.Script('').runInThisContext({ timeout: 0 }),
  () => new vm.Script('').runInThisContext({ timeout: '1' }),
  () => new vm.Script('').runInThisContext({ displayErrors: 1 }),
  () => new vm.Script('').runInThisContext({ breakOnSigint: 1 }),
  () => new vm.Script('').runInContext({}),
  () => vm.runInContext('', 1),
  () => vm.createContext(1),
  () => vm.createContext(null),
  () => vm.createContext({}, { name: 1 }),
  () => vm.createContext({}, { origin: 1 }),
  () => vm.createContext({}, { codeGeneration: { strings: 1 } }),
  () => vm.createContext({}, { microtaskMode: 'never' }),
  () => vm.runInNewContext('', {}, { contextName: 1 }),
  () => vm.isContext(1),
  () => vm.measureMemory({ mode: 'all' }),
]) {
  try {
    make();
    console.log('no error', String(make));
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
console.log(Object.keys(vm), vm.constants);
const script = new vm.Script('1 + 1\n//# sourceMappingURL=a.map\n//# sourceURL=named.js', { produceCachedData: true });
console.log(script.sourceMapURL, script.sourceURL, script.cachedDataProduced, Buffer.isBuffer(script.createCachedData()));
console.log(new vm.Script('1 + 1', { cachedData: new vm.Script('1 + 1').createCachedData() }).cachedDataRejected);
console.log(new vm.Script('1 + 2 + 3', { cachedData: new vm.Script('1 + 1').createCachedData() }).cachedDataRejected);
console.log(new vm.Script('1'));
