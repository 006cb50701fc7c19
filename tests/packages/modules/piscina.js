// A pool of workers: tasks by name, errors, an endless loop that is aborted, memory that moves.
import Piscina from 'piscina';

const filename = new URL('../fixtures/cores/tasks.cjs', import.meta.url).href;
const pool = new Piscina({ filename, minThreads: 1, maxThreads: 2 });
console.log(await pool.run({ a: 4, b: 6 }));
console.log(await Promise.all([1, 2, 3, 4].map((i) => pool.run({ a: i, b: i }))));
console.log(await pool.run({ ms: 5 }, { name: 'slow' }));
await pool.run({}, { name: 'fail' }).catch((error) => console.log(error.name, error.message));
const abort = new AbortController();
const endless = pool.run({}, { name: 'spin', signal: abort.signal });
setTimeout(() => abort.abort(), 100);
await endless.catch((error) => console.log(error.name, error.code, error.message));
const bytes = await pool.run(100000, { name: 'bytes' });
console.log(bytes.constructor.name, bytes.length, bytes[99999]);
await pool.destroy();
console.log('done');
