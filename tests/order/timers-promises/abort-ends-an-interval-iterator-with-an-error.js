const { setInterval: every } = require('timers/promises');
const controller = new AbortController();
(async () => {
  let n = 0;
  try {
    for await (const _ of every(2, null, { signal: controller.signal })) {
      console.log('beat', ++n);
      if (n === 2) controller.abort();
    }
  } catch (error) {
    console.log(error.name);
  }
})();
