const { setImmediate: soon } = require('timers/promises');
async function worker(name) {
  for (let i = 1; i <= 3; i++) {
    console.log(name, i);
    await soon();
  }
}
worker('a');
worker('b');
setImmediate(() => console.log('immediate'));
