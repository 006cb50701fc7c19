// Flows of callbacks and of async functions with async: series, limits, queues, graphs, retries.
const async = require('async');

const later = (value, ms, log) => (callback) => setTimeout(() => {
  log?.push(value);
  callback(null, value);
}, ms);

async function main() {
  console.log(await async.series([later('a', 5), later('b', 1)]));
  console.log(await async.parallel({ slow: later(1, 20), fast: later(2, 1) }));
  let running = 0;
  let most = 0;
  const squares = await async.mapLimit([1, 2, 3, 4, 5], 2, async (n) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 3));
    running--;
    return n * n;
  });
  console.log(squares, 'at most', most);
  console.log(await async.auto({
    read: (callback) => setImmediate(callback, null, 'text'),
    parse: ['read', (results, callback) => callback(null, results.read.length)],
    report: ['read', 'parse', async (results) => `${results.read}: ${results.parse}`],
  }));
  let attempts = 0;
  console.log(await async.retry({ times: 5, interval: 1 }, async () => {
    if (++attempts < 3) throw new Error(`attempt ${attempts}`);
    return `done after ${attempts}`;
  }));

  const order = [];
  const queue = async.priorityQueue((task, callback) => {
    order.push(task);
    setImmediate(callback);
  }, 1);
  queue.push('low', 10);
  queue.push('high', 1);
  await queue.drain();
  console.log(order);

  async.waterfall([
    (callback) => callback(null, 2, 3),
    (a, b, callback) => callback(null, a * b),
    (product, callback) => callback(product > 5 ? new Error('too large') : null),
  ], (error, result) => console.log(error.message, result));
  async.eachOfSeries({ x: 1, y: 2 }, (value, key, next) => {
    console.log(key, value);
    next();
  }, () => console.log('each one seen'));
}
main();
