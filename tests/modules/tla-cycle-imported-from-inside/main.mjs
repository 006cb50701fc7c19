const [x, y] = await Promise.all([import('./a.mjs'), import('./b.mjs')]);
console.log(x.name, y.name, await import('./b.mjs') === y);
