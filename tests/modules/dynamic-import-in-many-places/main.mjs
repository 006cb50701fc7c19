const a = await import('./lib.mjs');
const { default: d } = await import(`./${'lib'}.mjs`);
const load = (name) => import(name);
class K { static p = import('./lib.mjs'); m = async () => (await import('./lib.mjs')).default; }
function* g() { yield import('./lib.mjs'); }
console.log(d, (await load('./lib.mjs')) === a, await K.p === a, await new K().m(), await g().next().value === a);
console.log(await import('./lib.mjs', {}) === a, await import('./lib.mjs', { with: {} }) === a, typeof (() => import('./lib.mjs')));
console.log(await Promise.all(['./lib.mjs', './lib.mjs?2'].map((s) => import(s))).then((all) => all.map((ns) => ns.default)), await (import('./lib.mjs')) === a);
const object = { import: 1, async import2() { return import('./lib.mjs'); } };
console.log(object.import, await object.import2() === a);
import('./lib.mjs').then(({ default: x }) => console.log('then', x)).finally(() => console.log('finally'));
