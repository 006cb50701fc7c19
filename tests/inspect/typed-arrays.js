'use strict';
console.log(new Uint8Array(), new Uint8Array([1, 2, 3]), new Int16Array([-1, 1000]), new Float32Array([1.5, -0, NaN]));
console.log(new Float64Array([0.1, Infinity]), new BigInt64Array([1n, -2n]), new BigUint64Array(2), new Uint8ClampedArray([300, -5]));
console.log(new Uint8Array(50), new Uint8Array(101), new Float64Array(7).fill(1 / 3));
console.log(Object.assign(new Uint8Array(2), { extra: 'key' }), [new Uint16Array(1)], { t: new Uint32Array([4294967295]) });
class Sub extends Uint8Array {}
console.log(new Sub(2), Sub.from([1, 2]));
console.log(Uint8Array.prototype, Object.getPrototypeOf(Uint8Array));
