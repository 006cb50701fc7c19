const results = await Promise.allSettled([import('./a.mjs'), import('./b.mjs')]);
console.log(results.map((r) => r.reason?.message), results[0].reason === results[1].reason);
console.log(await import('./a.mjs').catch((e) => e === results[0].reason));
