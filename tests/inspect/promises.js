'use strict';
console.log(Promise.resolve(1), Promise.resolve({ a: { b: { c: { d: 1 } } } }), new Promise(() => {}), Promise.resolve());
const rejected = Promise.reject(3);
rejected.catch(() => {});
console.log(rejected, [Promise.resolve('x')], { p: Promise.resolve([1, 2]) });
class MyPromise extends Promise {}
console.log(MyPromise.resolve(1), new MyPromise(() => {}));
console.log(Object.assign(Promise.resolve(1), { extra: true }));
console.log(Promise.resolve('long '.repeat(20)), Promise.resolve(Promise.resolve(2)));
const self = { };
self.p = Promise.resolve(self);
console.log(self);
async function later() { return 5; }
console.log(later(), (async () => { await null; })());
const failing = later().then(() => { throw 'thrown'; });
failing.catch(() => console.log(failing));
setTimeout(() => console.log(failing), 5);
