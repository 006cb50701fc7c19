'use strict';
// Node answers 5000 twice: its numbers of a file are one array, read after the hook.
const { createHook } = require('async_hooks');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stat-'));
const small = path.join(folder, 'small');
const large = path.join(folder, 'large');
fs.writeFileSync(small, 'x');
fs.writeFileSync(large, 'x'.repeat(5000));

let isInside = false;
const hook = createHook({
  before() {
    if (isInside) return;
    isInside = true;
    fs.statSync(large);
    isInside = false;
  },
}).enable();

fs.stat(small, (error, stats) => {
  console.log('stat', stats.size);
  // Written again until the watcher has seen it: its first look may come after the first write.
  let length = 1;
  const again = setInterval(() => fs.writeFileSync(small, 'x'.repeat(++length)), 50);
  fs.watchFile(small, { interval: 20 }, (now, before) => {
    console.log('watchFile', before.size < 1000, now.size < 1000);
    clearInterval(again);
    fs.unwatchFile(small);
    hook.disable();
    fs.rmSync(folder, { recursive: true });
  });
});
