const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function* g() {
  try { return await new Promise((r) => setTimeout(r, 1, 'x')); } finally { say('finally'); }
}
async function* h() {
  try { return Promise.reject(1); } catch { say('caught'); } finally { say('finally of h'); }
}
als.run('a', async () => { say((await g().next()).value); await h().next(); say('end'); });
als.run('b', async () => { say((await g().next()).value); });
