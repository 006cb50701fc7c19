'use strict';
// writeFile replaces the whole content, whatever was there.
const fs = require('fs');
const path = require('path');
const dir = fs.mkdtempSync('/tmp/hexloop-over-');
const file = path.join(dir, 'a');
const show = () => console.log(JSON.stringify(fs.readFileSync(file, 'latin1')), fs.statSync(file).size);
const fill = () => fs.writeFileSync(file, 'x'.repeat(10));

fill(); fs.writeFileSync(file, 'short'); show();
fill(); fs.writeFileSync(file, 'y'.repeat(10)); show();
fill(); fs.writeFileSync(file, 'longer than before'); show();
fill(); fs.writeFileSync(file, ''); show();
fill(); fs.writeFileSync(file, 'ab', { flag: 'r+' }); show();
fill(); fs.writeFileSync(file, 'ab', { flag: 'a' }); show();
fill(); fs.writeFileSync(file, 'ab', { flag: 'w+' }); show();
fill(); fs.writeFileSync(file, 'ab', { flush: true }); show();
fill(); try { fs.writeFileSync(file, 'ab', { flag: 'wx' }); } catch (error) { console.log(error.code); } show();
fill(); const fd = fs.openSync(file, 'r+'); fs.writeFileSync(fd, 'ab'); fs.writeFileSync(fd, 'cd'); fs.closeSync(fd); show();
fs.utimesSync(file, 1, 1); fs.writeFileSync(file, ''); console.log(fs.statSync(file).mtimeMs > 1000);
fs.utimesSync(file, 1, 1); fs.writeFileSync(file, ''); console.log(fs.statSync(file).mtimeMs > 1000);
fs.writeFileSync('/dev/null', 'ab');
fs.symlinkSync(file, path.join(dir, 'link')); fill(); fs.writeFileSync(path.join(dir, 'link'), 'through'); show();
fs.linkSync(file, path.join(dir, 'hard')); fs.writeFileSync(path.join(dir, 'hard'), 'both'); show();
for (const bad of [dir, path.join(dir, 'no', 'such')]) try { fs.writeFileSync(bad, 'a'); } catch (error) { console.log(error.code, error.syscall); }

(async () => {
  fill(); await fs.promises.writeFile(file, 'short'); show();
  fill(); await fs.promises.writeFile(file, ''); show();
  fill(); await new Promise((done) => fs.writeFile(file, 'ab', done)); show();
  fill(); await fs.promises.writeFile(file, ['a', 'b']); show();
  fs.rmSync(dir, { recursive: true });
})();
