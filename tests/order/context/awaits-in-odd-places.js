const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const v = async (x) => x;
als.run('a', async () => {
  const o = { [await v('k')]: await v(1), m: [await v(2), ...await v([3])] };
  say(JSON.stringify(o));
  say(`${await v('t')} ${(await v({ y: 5 })).y} ${await v(6) + await v(7)}`);
  const { a = await v('default'), ...rest } = await v({ b: 1 });
  say(a + JSON.stringify(rest));
  class C extends (await v(Object)) { [await v('n')]() { return 1; } }
  say(new C().n());
  switch (await v(1)) { case await v(1): say('case'); }
  if (await v(true)) say('if'); else say('else');
  for (let i = await v(0); i < await v(2); i += await v(1)) say(`for ${i}`);
  do { say('do'); } while (await v(false));
  for (const x of await v([1])) say(`of ${x}`);
  for (const x in await v({ p: 1 })) say(`in ${x}`);
  const f = (await v(() => 8));
  say(f?.() ?? await v(0));
  say(await v(false) || await v('or'));
  say(typeof await v(1));
  say(await new (await v(Promise))((r) => r(9)));
  say(await new Date(0) instanceof Date);
  throw await v(new Error('end'));
}).catch((e) => say(e.message));
als.run('b', async () => { for (let i = 0; i < 60; i++) await 0; say('b'); });
