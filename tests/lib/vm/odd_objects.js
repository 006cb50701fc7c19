'use strict';
// Contexts over objects that do as they like, and contexts that outlive their makers.
const vm = require('vm');

function show(code, context) {
  try {
    console.log(code, '=>', vm.runInContext(code, context));
  } catch (error) {
    console.log(code, '=> throws', error.message);
  }
}

const seen = [];
const watched = vm.createContext(new Proxy({ there: 1 }, {
  set(target, key, value) {
    seen.push(`set ${String(key)}`);
    if (key === 'refused') throw new Error('set trap');
    target[key] = value;
    return true;
  },
}));
show('there', watched);
show('there = 2; there', watched);
show('refused = 1', watched);
show('var declared = 3; declared', watched);
console.log(seen.includes('set there'), watched.there, watched.declared);

const getters = vm.createContext({
  get computed() { return this === getters ? 'on the object' : 'elsewhere'; },
  set computed(value) { this.kept = value; },
});
show('computed', getters);
show('computed = 5; kept', getters);

const frozen = vm.createContext(Object.freeze({ a: 1 }));
show('a', frozen);
show('a = 2; a', frozen);
show('typeof Array', frozen);
show('let l = 1; l', frozen);
console.log(Object.keys(frozen));

show('this[0] + length', vm.createContext([1, 2]));
show('Object.setPrototypeOf(globalThis, null); typeof Array', vm.createContext());
show('Object.defineProperty(globalThis, "x", { get() { return 42; }, configurable: true }); x', vm.createContext());
const defined = vm.createContext();
show('Object.defineProperty(globalThis, "hidden", { value: 1, enumerable: false }); Object.keys(globalThis).length', defined);
console.log(Object.getOwnPropertyDescriptor(defined, 'hidden'));
show('globalThis.__defineGetter__("old", () => 3); old', defined);
show('JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, "hidden"))', defined);

const keep = [];
for (let i = 0; i < 200; i++) {
  const made = vm.createContext({ i });
  vm.runInContext('var own = [i]; function f() { return own[0] + i; }', made);
  if (i % 40 === 0) keep.push(vm.runInContext('() => [f(), this.own === own, typeof globalThis.f]', made));
}
globalThis.gc?.();
console.log(keep.map((call) => call().join(' ')));
const circle = vm.createContext({});
circle.vm = vm;
circle.circle = circle;
show('vm.runInNewContext("a + 1", { a: vm.runInContext("1 + 1", vm.createContext()) })', circle);
show('vm.isContext(circle)', circle);
