import { storage } from './lib.mjs';
await 0;
export const seen = storage.getStore();
