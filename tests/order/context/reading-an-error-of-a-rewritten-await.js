const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function work() {
  try {
    await   nothing.here( 1 );
  } catch (e) {
    console.log(e.name, /:6:/.test(e.stack));
  }
  const at = () => /:(\d+:\d+)\)?$/m.exec(new Error('x').stack)[1];
  console.log(await at(), await (await at)(), [await 0, at()][1]);
}
als.run('a', work);
