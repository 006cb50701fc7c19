'use strict';
const fsp = require('fs/promises');
const path = require('path');
const { createFiles } = require('./fixtures/files.js');

const { at, text, files, missing, targets, list, entries } = createFiles();
const buffer = Buffer.alloc(1024);
let handle;

exports.open = async () => {
  handle = await fsp.open(files[0], 'r+');
};

exports.close = () => handle.close();

const codeOf = (error) => error.code;

const ask = {
  stat: (turn) => fsp.stat(files[turn & 7]),
  lstat: (turn) => fsp.lstat(files[turn & 7]),
  'stat that is rejected': (turn) => fsp.stat(missing[turn & 7]).catch(codeOf),
  access: (turn) => fsp.access(files[turn & 7]),
  realpath: (turn) => fsp.realpath(files[turn & 7]),
  'readdir of 50': () => fsp.readdir(list),
  'readdir withFileTypes': () => fsp.readdir(list, { withFileTypes: true }),
  'opendir, for await over 50': async () => {
    let count = 0;
    for await (const entry of await fsp.opendir(list)) count += entry.name.length;
    return count;
  },
  '50 stat at once': () => Promise.all(entries.map((entry) => fsp.stat(entry))),
};

const read = {
  'readFile to a Buffer': (turn) => fsp.readFile(files[turn & 7]),
  'readFile to text': (turn) => fsp.readFile(files[turn & 7], 'utf8'),
  'readFile that is rejected': (turn) => fsp.readFile(missing[turn & 7]).catch(codeOf),
  '50 readFile at once': () => Promise.all(entries.map((entry) => fsp.readFile(entry))),
  'open and close': async (turn) => (await fsp.open(files[turn & 7])).close(),
  'FileHandle read': (turn) => handle.read(buffer, 0, 64, turn & 255),
  'FileHandle stat': () => handle.stat(),
  'FileHandle readLines of 50': async (turn) => {
    let length = 0;
    const file = await fsp.open(files[1 + (turn & 3)]);
    for await (const line of file.readLines()) length += line.length;
    return length;
  },
};

const write = {
  writeFile: (turn) => fsp.writeFile(targets[turn & 7], text),
  '50 writeFile at once': () => Promise.all(entries.map((entry) => fsp.writeFile(entry, 'x'))),
  appendFile: () => fsp.appendFile('/dev/null', text),
  'FileHandle write': (turn) => handle.write(buffer, 0, 64, turn & 255),
  copyFile: (turn) => fsp.copyFile(files[turn & 7], targets[turn & 7]),
  'mkdir and rmdir': async (turn) => {
    await fsp.mkdir(missing[turn & 7]);
    await fsp.rmdir(missing[turn & 7]);
  },
  'mkdir recursive, there already': () => fsp.mkdir(list, { recursive: true }),
  'writeFile and unlink': async (turn) => {
    await fsp.writeFile(missing[turn & 7], 'x');
    await fsp.unlink(missing[turn & 7]);
  },
  'rename there and back': async (turn) => {
    await fsp.rename(files[turn & 7], missing[turn & 7]);
    await fsp.rename(missing[turn & 7], files[turn & 7]);
  },
  'mkdtemp, writeFile and rm recursive': async () => {
    const made = await fsp.mkdtemp(at('temp-'));
    await fsp.writeFile(path.join(made, 'file'), 'x');
    await fsp.rm(made, { recursive: true });
  },
  utimes: (turn) => fsp.utimes(files[turn & 7], turn, turn),
};

exports.operations = { ...ask, ...read, ...write };
