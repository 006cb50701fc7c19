const attempt = (file) => { try { require(file); console.log('loaded'); } catch (e) { console.log(e.name, e.code, e.message); return e; } };
const first = attempt('./throws.mjs');
console.log(first === attempt('./throws.mjs'));
attempt('./syntax.mjs');
attempt('./link.mjs');
attempt('./above.mjs');
import('./throws.mjs').catch((e) => console.log('imported', e === first));
