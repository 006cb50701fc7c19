const { setTimeout: sleep } = require('timers/promises');
const controller = new AbortController();
sleep(1000, null, { signal: controller.signal }).catch((error) => {
  console.log(error.name, error.code, error.cause === controller.signal.reason);
});
setImmediate(() => {
  console.log('aborting');
  controller.abort();
  console.log('aborted');
  process.nextTick(() => console.log('tick'));
});
