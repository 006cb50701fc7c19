// flags: --expose-gc
const log = [];
const registry = new FinalizationRegistry((held) => {
  log.push(`finalizer ${held}`);
  process.nextTick(() => log.push(`tick ${held}`));
  throw new Error(held);
});
(() => { for (let i = 0; i < 3; i++) registry.register({}, i); })();
process.on('uncaughtException', (error, origin) => log.push(`${origin} ${error.message}`));
setTimeout(() => {
  gc();
  setImmediate(() => {
    log.push('immediate');
    setImmediate(() => log.push('immediate 2'));
  });
  setTimeout(() => {}, 20);
}, 2);
process.on('exit', () => console.log(log.join('\n')));
