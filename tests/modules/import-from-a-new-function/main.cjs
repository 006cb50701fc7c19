const load = new Function('specifier', 'return import(specifier)');
load('node:path').then((ns) => console.log(typeof ns.join), (e) => console.log('fails', e.code));
load('./nothing.mjs').catch((e) => console.log(e.code));
console.log(Function('return 1')(), Function.prototype.constructor === Function, (() => {}) instanceof Function, Function.name, Function.length);
