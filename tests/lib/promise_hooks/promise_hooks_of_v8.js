'use strict';
const { promiseHooks } = require('v8');
const lines = [];
const names = new Map();
const nameOf = (promise) => (promise === undefined ? '-' : names.get(promise) ?? 'unknown');
promiseHooks.createHook({
  init(promise, parent) {
    names.set(promise, `p${names.size + 1}`);
    lines.push(`init ${nameOf(promise)} ${nameOf(parent)}`);
  },
  before: (promise) => lines.push(`before ${nameOf(promise)}`),
  after: (promise) => lines.push(`after ${nameOf(promise)}`),
  settled: (promise) => lines.push(`settled ${nameOf(promise)}`),
});

async function inner(n) { await n; lines.push(`inner ${n}`); return n; }
async function outer() {
  const promise = inner(1);
  lines.push(`inner is ${nameOf(promise)}`);
  await promise;
  try { await Promise.reject(2); } catch { lines.push('caught'); }
  return 5;
}
const promise = outer();
lines.push(`outer is ${nameOf(promise)}`);
promise.then(() => lines.push('then')).catch(() => {}).finally(() => lines.push('finally'));
process.on('exit', () => console.log(lines.join('\n')));
