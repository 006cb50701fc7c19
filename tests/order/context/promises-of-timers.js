const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const { setTimeout: wait, setImmediate: turn, setInterval: every, scheduler } = require('node:timers/promises');
als.run('a', async () => {
  await wait(1); say('timeout');
  await turn(); say('immediate');
  await scheduler.wait(1); say('scheduler');
  let n = 0;
  for await (const x of every(1, 'x')) { say(`interval ${x}`); if (++n === 2) break; }
  say('after');
  const control = new AbortController();
  setTimeout(() => control.abort(), 1);
  try { await wait(1000, 0, { signal: control.signal }); } catch (e) { say(e.name); }
});
