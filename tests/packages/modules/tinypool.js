// A pool of threads, and one of processes: tasks, errors, new workers in place of the old.
import Tinypool from 'tinypool';

const filename = new URL('../fixtures/cores/tasks.mjs', import.meta.url).href;
for (const runtime of ['worker_threads', 'child_process']) {
  const pool = new Tinypool({ filename, runtime, minThreads: 1, maxThreads: 2 });
  console.log(runtime, await Promise.all([1, 2, 3].map((i) => pool.run({ a: i, b: 10 }))));
  await pool.run({}, { name: 'fail' }).catch((error) => console.log(error.name, error.message));
  await pool.recycleWorkers();
  console.log(await pool.run({ a: 5, b: 5 }));
  await pool.destroy();
}
console.log('done');
