import { AsyncLocalStorage } from 'node:async_hooks';
import { inside, storage } from './lib.mjs';
console.log(storage.getStore(), inside);
storage.enterWith('main');
await 0;
console.log(storage.getStore());
try { await Promise.reject(new Error('x')); } catch { console.log(storage.getStore()); }
await storage.run('run', async () => { await 0; console.log(storage.getStore()); });
for await (const x of [1]) console.log(storage.getStore());
console.log(storage.getStore(), (await import('./dynamic.mjs')).seen, storage.getStore());
