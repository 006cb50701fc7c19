'use strict';
// Getters and hooks run between a question and its answer; what they ask for is another answer. (The callbacks of
// fs.stat and fs.watchFile are tested in crates/cli/tests/bytes.rs: Node's return the file that the hook looked at.)
const { createHook } = require('async_hooks');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stat-'));
const small = path.join(folder, 'small');
const large = path.join(folder, 'large');
fs.writeFileSync(small, 'x');
fs.writeFileSync(large, 'x'.repeat(5000));

const looking = (bigint) => ({ throwIfNoEntry: false, get bigint() { fs.statSync(large); return bigint; } });
console.log('statSync', fs.statSync(small, looking(false)).size, fs.lstatSync(small, looking(true)).size);

let isInside = false;
const hook = createHook({
  before() {
    if (isInside) return;
    isInside = true;
    fs.statSync(large);
    isInside = false;
  },
}).enable();

(async () => {
  console.log('promises', (await fs.promises.stat(small)).size, (await fs.promises.lstat(small, { bigint: true })).size);
  const handle = await fs.promises.open(small);
  console.log('handle', (await handle.stat()).size);
  await handle.close();
  hook.disable();
  fs.rmSync(folder, { recursive: true });
})();
