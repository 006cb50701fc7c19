const before = import('./lib.mjs');
console.log(before instanceof Promise);
before.then(async (ns) => {
  console.log(ns.default, await import('./lib.mjs') === ns);
  console.log(await import('./nothing.mjs').catch((e) => e.code));
  console.log(await (async () => (await import('./lib.mjs')).value)());
});
const nested = { async load(name) { const { value } = await import(`./${name}.mjs`); return value; } };
nested.load('lib').then((v) => console.log('nested', v));
