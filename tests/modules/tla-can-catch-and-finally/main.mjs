try { await Promise.reject(new Error('one')); } catch (e) { console.log('caught', e.message); } finally { await 0; console.log('finally'); }
const value = await new Promise((resolve) => setTimeout(resolve, 1, 'timer'));
console.log(value, await { then(r) { r('thenable'); } }, [await 1, ...await [2]], { [await 'k']: await 'v' }, `${await 't'}`);
for (const x of [1, 2]) { await x; if (x === 1) continue; console.log('loop', x); }
for await (const x of [Promise.resolve('a'), 'b']) console.log(x);
label: for await (const x of (async function* () { yield 1; yield 2; })()) { console.log(x); break label; }
const f = async () => (await 1) + 1;
console.log(await f(), await (async () => { await 0; return 'async'; })());
if (await true) console.log('if'); else console.log('else');
console.log(await import('./lib.mjs').then(({ default: d }) => d) ?? 'none', typeof await 1, !await 0, -await 1, await await 2);
export const late = await 'late';
export default await Promise.resolve('def');
class K { static s = 1; [await 'computed'] = 1; }
console.log(new K(), late);
switch (await 2) { case await 2: console.log('case'); }
do { await 0; } while (await false);
let { a = await 'default' } = {};
console.log(a);
throw_: { try { await Promise.reject(1); } catch { break throw_; } }
console.log('end');
