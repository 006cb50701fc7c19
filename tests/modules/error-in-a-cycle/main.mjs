const results = await Promise.allSettled([import('./a.mjs'), import('./b.mjs'), import('./a.mjs')]);
console.log(results.map((r) => r.reason?.message), new Set(results.map((r) => r.reason)).size);
console.log(await import('./b.mjs').catch((e) => e === results[0].reason), await import('./c.mjs').catch((e) => e.message));
