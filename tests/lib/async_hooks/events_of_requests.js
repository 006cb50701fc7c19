'use strict';
// What createHook() hears of work that the system or the thread pool does: type, trigger and order; promises are left out.
const { createHook, executionAsyncId } = require('async_hooks');
const { spawnSync } = require('child_process');
const crypto = require('crypto');
const fs = require('fs');

const written = `/tmp/hexloop-events-of-requests-${process.ppid}`;
const CASES = {
  stat: () => fs.stat('/', () => {}),
  open: () => fs.open(__filename, (error, fd) => fs.close(fd, () => {})),
  access: () => fs.access('/', () => {}),
  readdir: () => fs.readdir('/', () => {}),
  readFile: () => fs.readFile(__filename, () => {}),
  writeFile: () => fs.writeFile(written, 'a', () => fs.unlink(written, () => {})),
  'promises.stat': () => fs.promises.stat('/'),
  'promises.readdir': () => fs.promises.readdir('/'),
  randomBytes: () => crypto.randomBytes(4, () => {}),
  randomFill: () => crypto.randomFill(new Uint8Array(4), () => {}),
  pbkdf2: () => crypto.pbkdf2('a', 'b', 1, 8, 'sha1', () => {}),
};

function run(name) {
  const lines = [];
  const names = new Map([[0, 'nobody'], [1, 'main']]);
  const counts = {};
  const report = (event) => (id) => { if (names.has(id)) lines.push(`${event} ${names.get(id)}`); };
  createHook({
    init(id, type, trigger) {
      if (type === 'PROMISE') return;
      counts[type] = (counts[type] ?? 0) + 1;
      names.set(id, `${type} ${counts[type]}`);
      lines.push(`init ${names.get(id)}, triggered by ${names.get(trigger)} in ${names.get(executionAsyncId())}`);
    },
    before: report('before'),
    after: report('after'),
    destroy: report('destroy'),
  }).enable();
  CASES[name]();
  process.on('exit', () => fs.writeSync(1, `${name}: ${process.getActiveResourcesInfo().length}\n  ${lines.join('\n  ')}\n`));
}

const [, , name] = process.argv;
if (name !== undefined) run(name);
else for (const each of Object.keys(CASES)) process.stdout.write(spawnSync(process.execPath, [__filename, each]).stdout);
