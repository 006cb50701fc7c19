// No more than so many at a time.
import pLimit, { limitFunction } from 'p-limit';

const limit = pLimit(2);
let running = 0;
let most = 0;
const job = async (n) => {
  most = Math.max(most, ++running);
  await new Promise((resolve) => setTimeout(resolve, 4 - n));
  running--;
  return n * 10;
};
const all = Promise.all([1, 2, 3, 4].map((n) => limit(job, n)));
console.log(limit.activeCount, limit.pendingCount);
await null;
console.log(limit.activeCount, limit.pendingCount);
console.log(await all, 'at most', most, limit.activeCount);
console.log(await limit.map([5, 6], async (n, index) => n + index));
const single = limitFunction(async (n) => n + 1, { concurrency: 1 });
console.log(await Promise.all([single(1), single(2)]));
await Promise.allSettled([limit(() => { throw new Error('thrown at once'); })]).then(([result]) => console.log(result.status, result.reason.message));
limit.concurrency = 1;
const cleared = [limit(() => 'runs'), limit(() => 'never')];
await null;
limit.clearQueue();
console.log(await cleared[0], limit.pendingCount);
try {
  pLimit(0);
} catch (error) {
  console.log(error.name, error.message);
}
