const first = await import('./bad.cjs').catch((e) => e);
const second = await import('./bad.cjs').catch((e) => e);
console.log(first.message, first === second, globalThis.runs);
import { createRequire } from 'node:module';
try { createRequire(import.meta.url)('./bad.cjs'); } catch (e) { console.log(e.message, e === first, globalThis.runs); }
