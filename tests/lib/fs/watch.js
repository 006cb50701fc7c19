'use strict';
// fs.watch reports changes in the order in which they were made, and nothing after it was closed.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { setTimeout: pause } = require('timers/promises');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'));
const at = (name) => path.join(folder, name);
fs.mkdirSync(at('sub'));
fs.writeFileSync(at('a'), 'x');

async function report(title, options, target, steps) {
  const events = [];
  const watcher = fs.watch(target, options, (type, name) => events.push(`${type} ${String(name)}`));
  watcher.on('close', () => events.push('close'));
  await pause(30);
  for (const [name, step] of Object.entries(steps)) {
    events.push(`-- ${name}`);
    step();
    await pause(60);
  }
  watcher.close();
  fs.writeFileSync(at('after'), '');
  await pause(60);
  fs.unlinkSync(at('after'));
  console.log(title, events);
}

async function main() {
  await report('folder', {}, folder, {
    create: () => fs.writeFileSync(at('b'), '1'),
    append: () => fs.appendFileSync(at('a'), '2'),
    mode: () => fs.chmodSync(at('a'), 0o600),
    rename: () => fs.renameSync(at('b'), at('c')),
    remove: () => fs.unlinkSync(at('c')),
  });
  await report('file', {}, at('a'), { append: () => fs.appendFileSync(at('a'), '3'), remove: () => fs.unlinkSync(at('a')) });
  await report('buffer', { encoding: 'buffer' }, folder, { create: () => fs.closeSync(fs.openSync(at('d'), 'w')) });
  await report('ignore', { ignore: ['*.log', /^e/, (name) => name === 'f'] }, folder, {
    create: () => { for (const name of ['x.log', 'e', 'f', 'g']) fs.closeSync(fs.openSync(at(name), 'w')); },
  });
  await report('recursive', { recursive: true }, folder, {
    below: () => fs.closeSync(fs.openSync(at('sub/x'), 'w')),
    'new folder': () => fs.mkdirSync(at('new')),
  });
  for (const options of [5, { encoding: 'no' }, { recursive: 1 }, { signal: 1 }, { ignore: 1 }, { ignore: '' }]) {
    try {
      fs.watch(folder, options);
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
  try {
    fs.watch(at('none'));
  } catch ({ message, errno, syscall, code, path: where, filename }) {
    console.log(message.replaceAll(folder, ''), errno, syscall, code, where === filename);
  }
  await promised();
  fs.rmSync(folder, { recursive: true });
}

async function promised() {
  const controller = new AbortController();
  const changes = fs.promises.watch(folder, { signal: controller.signal });
  const first = changes.next();
  await pause(30);
  fs.writeFileSync(at('p'), '1');
  console.log(await first, await changes.next());
  const waiting = changes.next();
  controller.abort();
  console.log(await waiting.catch((error) => [error.name, error.code]), await changes.next());
  const few = fs.promises.watch(folder, { maxQueue: 1, overflow: 'error' });
  const one = few.next();
  await pause(30);
  for (let i = 0; i < 4; i++) fs.closeSync(fs.openSync(at(`q${i}`), 'w'));
  await pause(60);
  console.log(await one.catch((error) => error.code), await few.next().catch((error) => [error.code, error.message]));
}

main();
