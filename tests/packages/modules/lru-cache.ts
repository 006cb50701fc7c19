// A cache that forgets: by count, by size, by age; with fetching.
import { LRUCache } from 'lru-cache';

interface Page { url: string; bytes: number }
const dropped: string[] = [];
const cache = new LRUCache<string, Page>({ max: 3, maxSize: 100, sizeCalculation: (page) => page.bytes, dispose: (page, key, reason) => { dropped.push(`${key}:${reason}`); } });
for (const [key, bytes] of [['a', 10], ['b', 20], ['c', 30]] as const) cache.set(key, { url: `/${key}`, bytes });
cache.get('a');
cache.set('d', { url: '/d', bytes: 60 });
console.log([...cache.keys()], cache.calculatedSize, cache.size, dropped);
cache.set('a', { url: '/new', bytes: 1 });
console.log(cache.peek('a'), cache.has('b'), cache.get('zzz'), dropped, [...cache.rentries()].length);
cache.delete('a');
console.log(dropped, cache.dump().map(([key, entry]) => [key, entry.size]));

let now = 1000;
const timed = new LRUCache<string, number>({ max: 5, ttl: 50, ttlResolution: 0, perf: { now: () => now }, allowStale: false });
timed.set('x', 1);
timed.set('y', 2, { ttl: 500 });
now += 100;
console.log(timed.get('x'), timed.get('y'), timed.getRemainingTTL('y'));
let fetches = 0;
const fetching = new LRUCache<number, string>({ max: 10, fetchMethod: async (key, _stale, { signal }) => { fetches++; return `${key}:${signal.aborted}`; } });
console.log(await Promise.all([fetching.fetch(1), fetching.fetch(1), fetching.fetch(2)]), fetches);
console.log(fetching.memo === undefined, fetching.pop(), fetching.size);
