const { scheduler } = require('timers/promises');
(async () => {
  await scheduler.yield();
  console.log('yielded');
  await scheduler.wait(5);
  console.log('waited');
})();
setImmediate(() => console.log('immediate'));
process.nextTick(() => console.log('tick'));
