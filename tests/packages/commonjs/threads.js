// Functions of a thread as if they were here, an observable among them; a pool.
const { spawn, Thread, Worker, Pool } = require('threads');

async function main() {
  const start = () => spawn(new Worker('../fixtures/cores/exposed.js'));
  const thread = await start();
  console.log(await thread.add(2, 3));
  await thread.fail().catch((error) => console.log(error.name, error.message));
  await new Promise((complete) => thread.count(3).subscribe({ next: (value) => console.log('next', value), complete }));
  await Thread.terminate(thread);

  const pool = Pool(start, 2);
  const sums = [];
  for (let i = 0; i < 5; i++) pool.queue(async (worker) => sums.push(await worker.add(i, i)));
  await pool.completed();
  console.log(sums.sort());
  await pool.terminate();
  console.log('done');
}

main();
