import { log } from './log.mjs'; import { b } from './b.mjs';
export const a = 'a'; log(`a sees ${b}`);
