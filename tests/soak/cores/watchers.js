'use strict';
// Watchers of files, on this thread and in workers; more events than the system keeps (fs.inotify.max_queued_events).

const fs = require('fs');
const os = require('os');
const path = require('path');
const { isMainThread, Worker, workerData } = require('worker_threads');
const { must, once } = require('./common.js');

async function inFolder(body) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hexloop-soak-'));
  try {
    await body(folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const sees = (watcher, name) => new Promise((resolve) => {
  watcher.on('change', (kind, file) => { if (file === name) resolve(); });
});

const watched = (random) => inFolder(async (folder) => {
  const watchers = Array.from({ length: 1 + random.below(3) }, () => fs.watch(folder));
  const total = 1 + random.below(30);
  const all = Promise.all(watchers.map((watcher) => sees(watcher, `${total}`)));
  for (let n = 0; n <= total; n++) fs.writeFileSync(path.join(folder, `${n}`), 'x');
  await all;
  for (const watcher of watchers) watcher.close();
});

const inWorker = (random) => inFolder(async (folder) => {
  const worker = new Worker(`
    const { parentPort, workerData } = require('worker_threads');
    require('fs').watch(workerData, (kind, name) => { if (name === 'last') parentPort.postMessage('seen'); });
    parentPort.postMessage('ready');`, { eval: true, workerData: folder });
  await once(worker, 'message');
  const seen = once(worker, 'message');
  for (let n = random.below(50); n > 0; n--) fs.writeFileSync(path.join(folder, `${n}`), 'x');
  if (random.oneIn(2)) {
    fs.writeFileSync(path.join(folder, 'last'), 'x');
    must((await seen)[0] === 'seen', 'a worker saw something else');
  }
  await worker.terminate();
});

// What was lost is lost, but the watcher goes on. In a worker: all watchers of a thread share one queue, here and on Node.
const overflow = (random, count) => inFolder(async (folder) => {
  if (!random.oneIn(6)) {
    await watched(random);
    return;
  }
  count('overflow');
  const worker = new Worker(__filename, { workerData: folder });
  const [code] = await once(worker, 'exit');
  must(code === 0 && fs.existsSync(path.join(folder, 'after')), `the worker ended with ${code}`);
});

async function overflowIn(folder) {
  const watcher = fs.watch(folder);
  const [one, two] = [path.join(folder, 'one'), path.join(folder, 'two')];
  fs.writeFileSync(one, '');
  // Two events each, and nobody reads them meanwhile.
  const most = Number(fs.readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
  for (let n = 0; n <= most; n += 2) {
    fs.renameSync(one, two);
    fs.renameSync(two, one);
  }
  await once(watcher, 'change');
  const seen = sees(watcher, 'after');
  // As long as those that are left are read, this may be lost as well.
  const timer = setInterval(() => fs.writeFileSync(path.join(folder, 'after'), 'x'), 5);
  await seen;
  clearInterval(timer);
  watcher.close();
}

if (require.main === module && !isMainThread) overflowIn(workerData);

module.exports = { watched, inWorker, overflow };
