'use strict';
// Where the process has a channel to its parent, a worker has functions that say so; and a worker has nothing of Node's debugger.
const { Worker, isMainThread } = require('worker_threads');

const show = (name, read) => {
  try {
    console.log(name, read());
  } catch (error) {
    console.log(name, error.code, error.message);
  }
};

if (isMainThread) {
  new Worker(__filename).on('exit', () => {
    process.env.NODE_CHANNEL_FD = 'any';
    new Worker(__filename);
  });
} else {
  for (const name of ['send', 'disconnect']) {
    show(name, () => process[name]?.disabled);
    show(name, () => process[name]?.());
  }
  for (const name of ['channel', 'connected']) {
    show(name, () => process[name]);
    const own = Object.getOwnPropertyDescriptor(process, name);
    console.log(typeof own?.get, own?.enumerable, own?.configurable);
  }
  for (const name of ['_debugProcess', '_debugPause', '_debugEnd', '_startProfilerIdleNotifier', '_stopProfilerIdleNotifier']) console.log(name, name in process);
}
