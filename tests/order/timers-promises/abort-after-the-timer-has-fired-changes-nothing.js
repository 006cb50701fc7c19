const { setTimeout: sleep } = require('timers/promises');
const controller = new AbortController();
sleep(2, 'value', { signal: controller.signal }).then((v) => {
  console.log(v);
  controller.abort();
  console.log('aborted', controller.signal.aborted);
});
