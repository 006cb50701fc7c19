const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const list = [1], o = { then: 3 }, f = () => 1;
als.run('a', async () => { say((await list) === list); say((await o) === o); say((await f) === f); say(await null); say(await undefined); });
