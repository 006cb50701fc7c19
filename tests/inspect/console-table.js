'use strict';
console.table([{ a: 1, b: 'x' }, { a: 2, c: true }]); console.table([[1, 2], [3, 4, 5]]); console.table([1, 'two', null, undefined]); console.table({ x: { v: 1 }, y: { v: 2 } });
console.table(new Map([['a', 1], [{ k: 1 }, [2]]])); console.table(new Set([1, 'a', { b: 1 }])); console.table([]); console.table({}); console.table(new Map()); console.table(new Set());
console.table('string'); console.table(5); console.table(null); console.table(undefined); console.table();
console.table([{ a: 1, b: 2 }, { a: 3, b: 4 }], ['b']); console.table([{ a: 1 }], []); console.table([{ a: 1 }], ['missing']); console.table([1, { a: 2 }], ['a']);
console.table([{ deep: { er: { est: 1 } }, list: [1, 2, 3, 4, 5], wide: { a: 1, b: 2, c: 3 } }]); console.table([{ '日本': '語' }, { e: '😀' }]);
console.table([function f() {}, class A {}, Symbol('s'), 1n, -0]); console.table([{ a: undefined }, { a: null }, { a: '' }]); console.table([, 1, , 2]);
console.table([{ 2: 'two', 1: 'one', b: 'b' }]); console.table(new Uint8Array([1, 2])); console.table([new Map([[1, 2]]), new Date(0), /x/]);
console.table([{ 'multi\nline': 'a\nb' }]); console.table(Object.create({ inherited: 1 })); console.table([['a', 'b'], { x: 1 }, 'c']);
for (const wrong of [5, 'a', {}, null]) try { console.table([{ a: 1 }], wrong); } catch (error) { console.log(error.code, error.message); }
console.table((function () { return arguments; })(1, 2)); console.table([{ a: 1 }].values()); console.table(() => {});
