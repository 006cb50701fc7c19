import { AsyncLocalStorage } from 'node:async_hooks';
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
als.enterWith('top');
await 0;
say('await');
try { await Promise.reject(1); } catch { say('catch'); } finally { say('finally'); }
for await (const x of (async function* () { yield 1; yield 2; })()) { say(x); als.enterWith(`top ${x}`); }
say('after the loop');
const inner = await als.run('inner', async () => { await 1; return als.getStore(); });
say(inner);
process.nextTick(() => say('tick'));
await new Promise((resolve) => setTimeout(resolve, 1));
say('timer');
await import('node:fs');
say('import');
