import { log } from './log.mjs'; import { a } from './a.mjs';
export const c = 'c'; export const useA = () => log(a); log('c'); setTimeout(useA, 1);
