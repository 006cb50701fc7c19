const { setImmediate: soon } = require('timers/promises');
const controller = new AbortController();
soon('value', { signal: controller.signal }).then(
  (v) => console.log('never', v),
  (error) => console.log(error.name),
);
setImmediate(() => console.log('immediate'));
process.nextTick(() => controller.abort());
