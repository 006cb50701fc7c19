'use strict';
// The synchronous half of fs, on files in memory.
const fs = require('fs');
const { createFiles } = require('./fixtures/files.js');

const { at, text, files, missing, targets, list } = createFiles();
const bytes = Buffer.from(text);
const large = at('large.bin');
const link = at('link');

fs.writeFileSync(large, Buffer.alloc(262144, 'x'));
fs.symlinkSync(files[0], link);
const descriptor = fs.openSync(files[0], 'r+');
const nowhere = fs.openSync('/dev/null', 'w');
const buffer = Buffer.alloc(1024);
const stats = fs.statSync(files[0]);

function codeOf(work) {
  try {
    return work();
  } catch (error) {
    return error.code;
  }
}

const ask = {
  statSync: (turn) => fs.statSync(files[turn & 7]),
  'statSync, bigint': (turn) => fs.statSync(files[turn & 7], { bigint: true }),
  'statSync of a missing file, no throw': (turn) => fs.statSync(missing[turn & 7], { throwIfNoEntry: false }),
  'statSync that throws': (turn) => codeOf(() => fs.statSync(missing[turn & 7])),
  lstatSync: (turn) => fs.lstatSync(files[turn & 7]),
  fstatSync: () => fs.fstatSync(descriptor),
  'stats.isFile': (turn) => (turn & 1 ? stats.isFile() : stats.isDirectory()),
  'stats.mtime': (turn) => fs.statSync(files[turn & 7]).mtime,
  existsSync: (turn) => fs.existsSync(files[turn & 7]),
  'existsSync of a missing file': (turn) => fs.existsSync(missing[turn & 7]),
  accessSync: (turn) => fs.accessSync(files[turn & 7]),
  'accessSync that throws': (turn) => codeOf(() => fs.accessSync(missing[turn & 7])),
  realpathSync: (turn) => fs.realpathSync(files[turn & 7]),
  'realpathSync.native': (turn) => fs.realpathSync.native(files[turn & 7]),
  readlinkSync: () => fs.readlinkSync(link),
  statfsSync: () => fs.statfsSync(list),
};

const read = {
  'readFileSync to a Buffer': (turn) => fs.readFileSync(files[turn & 7]),
  'readFileSync to text': (turn) => fs.readFileSync(files[turn & 7], 'utf8'),
  'readFileSync of 256 KB': () => fs.readFileSync(large),
  'readFileSync of 256 KB to text': () => fs.readFileSync(large, 'latin1'),
  'readFileSync that throws': (turn) => codeOf(() => fs.readFileSync(missing[turn & 7])),
  'openSync and closeSync': (turn) => fs.closeSync(fs.openSync(files[turn & 7], 'r')),
  readSync: (turn) => fs.readSync(descriptor, buffer, 0, 64, turn & 255),
  'readvSync of 2': () => fs.readvSync(descriptor, [buffer.subarray(0, 64), buffer.subarray(64, 128)], 0),
  'readdirSync of 50': () => fs.readdirSync(list),
  'readdirSync withFileTypes': () => fs.readdirSync(list, { withFileTypes: true }),
  'opendirSync, readSync and closeSync': () => {
    const open = fs.opendirSync(list);
    const first = open.readSync();
    open.closeSync();
    return first;
  },
  'globSync in 50': () => fs.globSync('entry1*', { cwd: list }),
};

const write = {
  'writeFileSync of text': (turn) => fs.writeFileSync(targets[turn & 7], text),
  'writeFileSync of bytes': (turn) => fs.writeFileSync(targets[turn & 7], bytes),
  appendFileSync: (turn) => fs.appendFileSync('/dev/null', files[turn & 7]),
  'writeSync of text': (turn) => fs.writeSync(nowhere, files[turn & 7]),
  'writeSync of bytes': () => fs.writeSync(nowhere, bytes, 0, 64),
  'writevSync of 2': () => fs.writevSync(nowhere, [bytes, bytes]),
  copyFileSync: (turn) => fs.copyFileSync(files[turn & 7], targets[turn & 7]),
  'mkdirSync and rmdirSync': (turn) => {
    fs.mkdirSync(missing[turn & 7]);
    fs.rmdirSync(missing[turn & 7]);
  },
  'mkdirSync recursive, there already': () => fs.mkdirSync(list, { recursive: true }),
  'mkdtempSync and rmdirSync': () => fs.rmdirSync(fs.mkdtempSync(at('temp-'))),
  'writeFileSync and unlinkSync': (turn) => {
    fs.writeFileSync(missing[turn & 7], 'x');
    fs.unlinkSync(missing[turn & 7]);
  },
  'writeFileSync and rmSync': (turn) => {
    fs.writeFileSync(missing[turn & 7], 'x');
    fs.rmSync(missing[turn & 7]);
  },
  'renameSync there and back': (turn) => {
    fs.renameSync(files[turn & 7], missing[turn & 7]);
    fs.renameSync(missing[turn & 7], files[turn & 7]);
  },
  'symlinkSync and unlinkSync': (turn) => {
    fs.symlinkSync(files[turn & 7], missing[turn & 7]);
    fs.unlinkSync(missing[turn & 7]);
  },
  chmodSync: (turn) => fs.chmodSync(files[turn & 7], turn & 8 ? 0o644 : 0o600),
  utimesSync: (turn) => fs.utimesSync(files[turn & 7], turn, turn),
  ftruncateSync: (turn) => fs.ftruncateSync(descriptor, 500 + (turn & 63)),
  fsyncSync: () => fs.fsyncSync(descriptor),
};

exports.calls = { ...ask, ...read, ...write };
