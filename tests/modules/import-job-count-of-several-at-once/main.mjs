const p = [import('./a.mjs'), import('./b.mjs'), import('./c.mjs'), import('./a.mjs'), import('./d.mjs')];
p.forEach((q, i) => q.then(() => console.log('done', i)));
let chain = Promise.resolve();
for (let i = 1; i <= 16; i++) chain = chain.then(() => console.log(i));
await Promise.all(p);
console.log('all');
