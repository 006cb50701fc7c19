import { log } from './log.mjs'; import { c, useA } from './c.mjs';
export const b = 'b'; log(`b sees ${c}`); try { useA(); } catch (e) { log(e.message); }
