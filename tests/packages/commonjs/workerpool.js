// Functions that are sent to threads and to processes; timeouts and cancelled ones end their workers.
const workerpool = require('workerpool');

async function main() {
  for (const workerType of ['thread', 'process']) {
    const pool = workerpool.pool({ workerType, maxWorkers: 2 });
    console.log(workerType, await pool.exec((a, b) => a * b, [7, 6]));
    await pool.exec(() => { throw new Error('inside'); }, []).catch((error) => console.log(error.name, error.message));
    await pool.exec(() => { for (;;); }, []).timeout(200).catch((error) => console.log(error.constructor.name, error.message));
    const cancelled = pool.exec(() => new Promise(() => {}), []);
    setTimeout(() => cancelled.cancel(), 50);
    await cancelled.catch((error) => console.log(error.constructor.name, error.message));
    await pool.terminate();
  }
  console.log('done');
}

main();
