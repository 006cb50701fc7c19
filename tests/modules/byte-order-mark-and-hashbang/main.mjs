import { bom } from './bom.mjs';
import { bang } from './bang.mjs';
console.log(bom, bang);
try { import.meta.nothing.x; } catch (e) { console.log(e.stack.match(/main\.mjs:\d+:\d+/)[0]); }
