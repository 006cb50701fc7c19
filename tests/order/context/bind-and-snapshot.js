const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const bound = als.run('a', () => AsyncLocalStorage.bind((x, y) => { say('bound'); return x + y; }));
console.log(bound(1, 2), bound.length);
als.run('b', () => bound(3, 4));
const snapshot = als.run('c', () => AsyncLocalStorage.snapshot());
als.run('d', () => snapshot(say, 'snapshot'));
console.log(snapshot((x) => x, 5), snapshot.length);
setTimeout(() => { snapshot(() => setTimeout(() => say('timer'), 1)); say('outside'); }, 1);
try { AsyncLocalStorage.bind(1); } catch (e) { console.log(e.code, e.message); }
