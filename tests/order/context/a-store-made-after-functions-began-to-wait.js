const { AsyncLocalStorage } = require('node:async_hooks');
let late;
let wake;
const see = (what) => console.log(what, late?.getStore());
(async () => { see('early'); await new Promise((r) => (wake = r)); see('early, later'); await 0; see('early, later still'); })();
setTimeout(() => {
  late = new AsyncLocalStorage();
  late.run('x', async () => { await 0; see('late'); wake(); await 0; see('late, later'); });
}, 1);
