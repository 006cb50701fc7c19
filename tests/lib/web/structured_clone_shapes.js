'use strict';
// structuredClone of everything that has a shape of its own, and of what it refuses.

function show(act) {
  try {
    console.log(act());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

const whole = {
  a: 1, b: [1, , 3], c: new Map([[1, { x: 1 }]]), d: new Set([1, '2']), e: new Date(0), r: /x/gi, n: null, u: undefined,
  big: 10n, bool: Object(true), str: Object('s'), buf: Buffer.from('hey').subarray(0, 0),
  view: new DataView(new ArrayBuffer(4), 1, 2),
};
whole.self = whole;
whole.b.extra = 'y';
const copy = structuredClone(whole);
console.log(copy, copy.self === copy, 1 in copy.b);

// Keys that the prototype has, too.
show(() => Object.hasOwn(structuredClone(JSON.parse('{"__proto__":{"z":1}}')), '__proto__'));
show(() => structuredClone({ toString: 1, valueOf: 2, constructor: 3 }));
Object.defineProperty(Object.prototype, 'trap', { set() { console.log('never set'); }, configurable: true });
show(() => structuredClone({ trap: 5 }));
delete Object.prototype.trap;

// Objects of other making.
show(() => structuredClone(Object.assign(Object.create(null), { q: 1 })));
show(() => structuredClone(new (class A { x = 1; #y = 2; get z() { return this.#y; } })()));
show(() => structuredClone({ get g() { return { h: 1 }; }, [Symbol('s')]: 1 }));
show(() => structuredClone({ [Symbol.toStringTag]: 'X Iterator', a: 1 }));
show(() => structuredClone(Object.prototype));
show(() => structuredClone(Array.prototype));
show(() => structuredClone(Object(5n)));

// Arrays with holes, with more than elements, and one that shrinks meanwhile.
show(() => structuredClone([1, undefined, null, { a: [] }]));
show(() => structuredClone([]));
show(() => structuredClone(new Array(3)));
show(() => structuredClone(Object.assign([1, , 2], { k: 1 })));
show(() => structuredClone(Object.assign(new Array(1e8), { 5: 1 })).length);
show(() => {
  const list = [{ get x() { list.length = 1; return 1; } }, 2];
  return structuredClone(list);
});

const refused = [
  () => {}, Symbol('q'), new Proxy({}, {}), (function () { return arguments; })(1), Promise.resolve(), new WeakMap(),
  new WeakSet(), new WeakRef({}), [].values(), new Map().entries(), (function* () {})(), new Intl.Collator(), { f() {} },
  Object(Symbol('b')),
];
for (const value of refused) show(() => structuredClone(value));
