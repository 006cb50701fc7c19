import { AsyncLocalStorage } from 'node:async_hooks';
export const storage = new AsyncLocalStorage();
storage.enterWith('lib');
await 0;
export const inside = storage.getStore();
