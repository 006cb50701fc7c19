// Promise jobs of Array.fromAsync when something fails, and who is asked to return.
'use strict';
require('./parts/count.js')({
  'rejecting async gen': (note) => Array.fromAsync((async function*(){ throw 1 })()).catch(note),
  'rejecting second': (note) => Array.fromAsync((async function*(){ yield 0; throw 1 })()).catch(note),
  'custom next rejects, with return': (note) => Array.fromAsync({[Symbol.asyncIterator]: () => ({ next: () => Promise.reject(1), return: (v) => { note('return'); return {} } })}).catch(note),
  'custom next throws, with return': (note) => Array.fromAsync({[Symbol.asyncIterator]: () => ({ next: () => { throw 1 }, return: (v) => { note('return'); return {} } })}).catch(note),
  'custom next no object, with return': (note) => Array.fromAsync({[Symbol.asyncIterator]: () => ({ next: () => 5, return: (v) => { note('return'); return {} } })}).catch(e => note(e.message)),
  'sync iter with return, rejected value': (note) => Array.fromAsync({[Symbol.iterator]: () => ({ next: () => ({done: false, value: Promise.reject(1)}), return: (v) => { note('return'); return {} } })}).catch(note),
  'sync iter next throws, with return': (note) => Array.fromAsync({[Symbol.iterator]: () => ({ next: () => { throw 1 }, return: (v) => { note('return'); return {} } })}).catch(note),
  'array of rejected': (note) => Array.fromAsync([Promise.reject(1)]).catch(note),
  'array 1, rejected': (note) => Array.fromAsync([0, Promise.reject(1)]).catch(note),
  'mapper throws': (note) => Array.fromAsync([1], () => { throw 2 }).catch(note),
  'mapper rejects': (note) => Array.fromAsync([1], () => Promise.reject(2)).catch(note),
  'mapper throws, with return': (note) => Array.fromAsync({[Symbol.asyncIterator]: () => ({ next: () => ({done: false, value: 1}), return: (v) => { note('return'); return {} } })}, () => { throw 2 }).catch(note),
  'mapper rejects, with return': (note) => Array.fromAsync({[Symbol.asyncIterator]: () => ({ next: () => ({done: false, value: 1}), return: (v) => { note('return'); return {} } })}, () => Promise.reject(2)).catch(note),
  'arraylike rejected': (note) => Array.fromAsync({length: 1, 0: Promise.reject(1)}).catch(note),
  'arraylike mapper': (note) => Array.fromAsync({length: 1, 0: 1}, async (x) => x).then(note),
  'mapper not callable': (note) => Array.fromAsync([], 5).catch(e => note(e.message)),
  'undefined value in gen, mapper async': (note) => Array.fromAsync((async function*(){ yield 1; yield 2 })(), async (x) => x).then(note),
  'empty gen': (note) => Array.fromAsync((async function*(){ })()).then(() => note('x')),
  'empty arraylike': (note) => Array.fromAsync({length: 0}).then(() => note('x')),
  'thenables': (note) => Array.fromAsync([{then(r){r(1)}}]).then(note),
});
