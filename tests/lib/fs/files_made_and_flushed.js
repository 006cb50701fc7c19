'use strict';
// What reading creates, what `flush` calls, what cp refuses to copy over.
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'made-'));
const file = (name) => path.join(folder, name);
process.umask(0o022);

async function main() {
  const modes = [];
  for (const [name, read] of [
    ['now', (target) => fs.readFileSync(target, { flag: 'a+' })],
    ['later', (target) => new Promise((resolve) => { fs.readFile(target, { flag: 'a+' }, resolve); })],
    ['awaited', (target) => fs.promises.readFile(target, { flag: 'a+' })],
  ]) {
    await read(file(name));
    modes.push((fs.statSync(file(name)).mode & 0o777).toString(8));
  }
  console.log(modes);

  const { fsync, fsyncSync } = fs;
  const calls = [];
  fs.fsyncSync = (...args) => { calls.push(['sync', args.length, typeof args[0]]); return fsyncSync(...args); };
  fs.fsync = (...args) => { calls.push(['later', args.length, typeof args[0]]); return fsync(...args); };
  fs.writeFileSync(file('a'), 'one', { flush: true });
  fs.appendFileSync(file('a'), 'two', { flush: true });
  fs.appendFileSync(file('a'), '!', { flush: false });
  for (const way of ['writeFile', 'appendFile']) {
    await new Promise((resolve) => { fs[way](file('b'), way, { flush: true }, resolve); });
  }
  const fd = fs.openSync(file('c'), 'w');
  fs.writeFileSync(fd, 'by descriptor', { flush: true });
  await new Promise((resolve) => { fs.appendFile(fd, ', twice', { flush: true }, resolve); });
  fs.closeSync(fd);
  fs.writeFile(file('no/such'), '', { flush: true }, ({ code, syscall }) => console.log(code, syscall));
  try { fs.writeFileSync(file('no/such'), '', { flush: true }); } catch ({ code, syscall }) { console.log(code, syscall); }
  console.log(calls, ['a', 'b', 'c'].map((name) => fs.readFileSync(file(name), 'utf8')));

  fs.mkdirSync(file('from/inner'), { recursive: true });
  fs.writeFileSync(file('from/inner/f'), '1');
  fs.mkdirSync(file('to'));
  const refusing = { recursive: true, errorOnExist: true, force: false };
  for (const options of [refusing, { ...refusing, force: true }, { ...refusing, errorOnExist: false }]) {
    const report = ({ code, message, path: at }) => console.log(code, message.replaceAll(folder, ''), at.replace(folder, ''));
    try { fs.cpSync(file('from'), file('to'), options); } catch (error) { report(error); }
    await fs.promises.cp(file('from'), file('to'), options).catch(report);
    console.log(fs.readdirSync(file('to'), { recursive: true }));
  }

  const handle = await fs.promises.open(file('a'));
  process.on('warning', ({ name, message }) => console.log(name, message));
  await handle.readableWebStream({ type: 'other' }).cancel();
  await handle.close();
  fs.rmSync(folder, { recursive: true });
}

main();
