// Files: callbacks, promises, streams, folders.
const say = (text) => console.log(text);
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'hexloop-files-'));
const name = path.join(folder, 'file.txt');
const steps = [
  () => { fs.writeFileSync(name, 'first\n'); fs.appendFileSync(name, 'second\n'); say(fs.readFileSync(name, 'utf8').length); },
  () => new Promise((resolve) => { fs.stat(name, (error, stats) => { say(stats.size + ' ' + stats.isFile()); resolve(); }); }),
  async () => {
    const handle = await fs.promises.open(name, 'r+');
    say((await handle.read(Buffer.alloc(5), 0, 5, 0)).bytesRead);
    await handle.write('FIRST', 0);
    await handle.close();
    say((await fs.promises.readFile(name)).latin1Slice(0, 5));
  },
  async () => {
    let text = '';
    for await (const chunk of fs.createReadStream(name, { highWaterMark: 4, encoding: 'latin1' })) text += chunk;
    say(text.length);
  },
  () => new Promise((resolve) => { fs.createReadStream(name).pipe(fs.createWriteStream(name + '.copy')).on('finish', () => { say(fs.existsSync(name + '.copy')); resolve(); }); }),
  async () => {
    fs.mkdirSync(path.join(folder, 'a', 'b'), { recursive: true });
    fs.copyFileSync(name, path.join(folder, 'a', 'b', 'c.txt'));
    say(fs.readdirSync(folder, { recursive: true }).length);
    let entries = 0;
    for await (const entry of await fs.promises.opendir(folder)) entries += entry.name.length;
    say(entries);
  },
  () => { fs.readFileSync(path.join(folder, 'no such file')); },
  async () => { await fs.promises.rm(folder, { recursive: true }); say(fs.existsSync(folder)); },
];
(async () => {
  for (let i = 0; i < steps.length; i++) {
    try {
      await steps[i]();
    } catch (error) {
      say('step ' + i + ' ' + error.code);
    }
  }
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    say(error.code);
  }
})();
