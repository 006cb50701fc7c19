'use strict';
const key = { k: 1 };
console.log(new WeakMap(), new WeakSet(), new WeakMap([[key, 1]]), new WeakSet([key]));
console.log(new WeakRef(key), new FinalizationRegistry(() => {}));
console.log(Object.assign(new WeakMap(), { extra: 1 }), { w: new WeakSet() });
class MyWeak extends WeakMap {}
console.log(new MyWeak());
