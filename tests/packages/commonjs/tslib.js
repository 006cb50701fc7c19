// The helpers that compiled TypeScript imports.
const tslib = require('tslib');

const log = [];
const first = (target, key, descriptor) => { log.push(`first ${key}`); return descriptor; };
const second = (wanted) => (target, key, index) => log.push(`second ${wanted} ${key} ${index}`);
class Thing { method() { return 1; } }
tslib.__decorate([first, tslib.__param(0, second('p'))], Thing.prototype, 'method', null);
console.log(log);

const Base = function () { this.base = true; };
const Derived = (function (parent) {
  tslib.__extends(Derived, parent);
  function Derived() { return parent.call(this) || this; }
  return Derived;
})(Base);
console.log(new Derived(), new Derived() instanceof Base, tslib.__rest({ a: 1, b: 2, c: 3 }, ['a']));
console.log(tslib.__assign({ a: 1 }, { b: 2 }), tslib.__spreadArray([1], [2, 3], true), tslib.__read([1, 2, 3], 2));

const steps = tslib.__awaiter(undefined, undefined, undefined, function* () {
  const values = [];
  const source = tslib.__asyncValues((async function* () { yield 1; yield 2; })());
  for (let next; !(next = yield source.next()).done;) values.push(next.value);
  return values;
});
steps.then((values) => console.log('awaited', values));
const machine = tslib.__generator({}, (state) => {
  switch (state.label) {
    case 0: return [4, 'yielded'];
    default: return [2, state.sent()];
  }
});
console.log(machine.next(), machine.next('sent'), [...tslib.__values(new Set([1, 2]))]);
const owner = {};
console.log(tslib.__makeTemplateObject(['a'], ['\\a']).raw, tslib.__importDefault({ x: 1 }), tslib.__classPrivateFieldGet(owner, new WeakMap([[owner, 7]]), 'f'));
const environment = { stack: [], error: undefined, hasError: false };
tslib.__addDisposableResource(environment, { [Symbol.dispose]: () => console.log('disposed') }, false);
tslib.__disposeResources(environment);
