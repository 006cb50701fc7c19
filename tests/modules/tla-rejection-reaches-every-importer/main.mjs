const results = await Promise.allSettled([import('./a.mjs'), import('./b.mjs'), import('./bad.mjs')]);
console.log(results.map((r) => r.status), new Set(results.map((r) => r.reason)).size, results[0].reason.message);
const again = await import('./a.mjs').catch((e) => e);
console.log(again === results[0].reason);
