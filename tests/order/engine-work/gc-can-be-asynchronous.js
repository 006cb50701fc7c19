// flags: --expose-gc
console.log(typeof gc, gc(), gc({ type: 'minor' }), gc({ type: 'major', execution: 'sync' }));
const promise = gc({ execution: 'async' });
console.log(promise);
promise.then((value) => console.log('collected', value));
process.on('exit', () => console.log('exit'));
