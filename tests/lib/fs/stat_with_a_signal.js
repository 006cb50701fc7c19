'use strict';
// stat, lstat and fstat end at once when their signal is aborted, and check it before everything else.
const fs = require('fs');
const { getEventListeners } = require('events');

const aborted = AbortSignal.abort(new Error('enough'));
const listeners = (signal) => getEventListeners(signal, 'abort').length;
const show = (name, error) => console.log(name, error?.name, error?.code, error?.message, error?.cause?.message);

function attempt(name, call) {
  try {
    call();
    console.log(name, 'returned');
  } catch (error) {
    show(name, error);
  }
}

async function main() {
  const handle = await fs.promises.open(__filename);
  const subjects = { stat: __filename, lstat: __filename, fstat: handle.fd };
  for (const [name, subject] of Object.entries(subjects)) {
    for (const signal of [aborted, 5, null, {}]) attempt(name, () => fs[name](subject, { signal }, (error) => show(`${name} callback`, error)));
    const controller = new AbortController();
    await new Promise((resolve) => {
      fs[name](subject, { signal: controller.signal }, (error, stats) => {
        console.log(name, error, stats.isFile(), listeners(controller.signal));
        resolve();
      });
      console.log(listeners(controller.signal));
    });
    let calls = 0;
    controller.signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
    fs[name](subject, { signal: controller.signal }, (error) => show(`${name} ${++calls}`, error));
    controller.abort();
    console.log('aborted');
  }
  attempt('callback first', () => fs.stat(5, { signal: aborted }, 5));
  attempt('signal first', () => fs.stat(5, { signal: 5 }, 5));
  attempt('path first', () => fs.stat(5, { signal: aborted }, () => {}));
  const promises = {
    stat: (options) => fs.promises.stat(__filename, options), lstat: (options) => fs.promises.lstat(__filename, options),
    handle: (options) => handle.stat(options),
  };
  for (const [name, call] of Object.entries(promises)) {
    for (const signal of [aborted, 5, null, undefined]) await call({ signal }).then((stats) => console.log(name, stats.isFile()), (error) => show(name, error));
    const controller = new AbortController();
    const promise = call({ signal: controller.signal });
    controller.abort();
    await promise.catch((error) => show(name, error));
    console.log(listeners(controller.signal));
  }
  await handle.close();
}

main();
