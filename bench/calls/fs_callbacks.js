'use strict';
// The callback half of fs, and its streams.
const fs = require('fs');
const { Writable } = require('stream');
const { pipeline } = require('stream/promises');
const { createFiles } = require('./fixtures/files.js');

const { at, text, files, missing, targets, list, entries } = createFiles();
const large = at('large.txt');
const copy = at('copy.txt');
const buffer = Buffer.alloc(1024);
let descriptor;

exports.open = async () => {
  fs.writeFileSync(large, 'some line of text, of about fifty characters\n'.repeat(24000));
  descriptor = fs.openSync(files[0], 'r+');
};

/** What a callback is called with, as a promise. */
const called = (work) => new Promise((resolve, reject) => {
  work((error, value) => (error ? reject(error) : resolve(value)));
});

const all = (work) => Promise.all(entries.map((entry) => called((done) => work(entry, done))));

const nowhere = () => new Writable({ write(chunk, encoding, done) { done(); } });

const callbacks = {
  stat: (turn) => called((done) => fs.stat(files[turn & 7], done)),
  'stat with an error': (turn) => new Promise((resolve) => fs.stat(missing[turn & 7], resolve)),
  lstat: (turn) => called((done) => fs.lstat(files[turn & 7], done)),
  access: (turn) => called((done) => fs.access(files[turn & 7], done)),
  exists: (turn) => new Promise((resolve) => fs.exists(files[turn & 7], resolve)),
  realpath: (turn) => called((done) => fs.realpath(files[turn & 7], done)),
  'readdir of 50': () => called((done) => fs.readdir(list, done)),
  'readFile to a Buffer': (turn) => called((done) => fs.readFile(files[turn & 7], done)),
  'readFile to text': (turn) => called((done) => fs.readFile(files[turn & 7], 'utf8', done)),
  writeFile: (turn) => called((done) => fs.writeFile(targets[turn & 7], text, done)),
  copyFile: (turn) => called((done) => fs.copyFile(files[turn & 7], targets[turn & 7], done)),
  'open and close': async (turn) => {
    const opened = await called((done) => fs.open(files[turn & 7], done));
    return called((done) => fs.close(opened, done));
  },
  read: (turn) => called((done) => fs.read(descriptor, buffer, 0, 64, turn & 255, done)),
  write: (turn) => called((done) => fs.write(descriptor, buffer, 0, 64, turn & 255, done)),
  'mkdir and rmdir': async (turn) => {
    await called((done) => fs.mkdir(missing[turn & 7], done));
    return called((done) => fs.rmdir(missing[turn & 7], done));
  },
  'rename there and back': async (turn) => {
    await called((done) => fs.rename(files[turn & 7], missing[turn & 7], done));
    return called((done) => fs.rename(missing[turn & 7], files[turn & 7], done));
  },
  '50 stat at once': () => all(fs.stat),
  '50 readFile at once': () => all(fs.readFile),
};

const streams = {
  'createReadStream of 600 bytes': (turn) => pipeline(fs.createReadStream(files[turn & 7]), nowhere()),
  'createReadStream of 1 MB': () => pipeline(fs.createReadStream(large), nowhere()),
  'createReadStream of 1 MB as text': async () => {
    let length = 0;
    for await (const chunk of fs.createReadStream(large, 'utf8')) length += chunk.length;
    return length;
  },
  'createWriteStream, 100 writes': () => new Promise((resolve, reject) => {
    const stream = fs.createWriteStream(copy);
    for (let count = 0; count < 100; count++) stream.write(text);
    stream.on('error', reject);
    stream.end(resolve);
  }),
  'copy of 1 MB by streams': () => pipeline(fs.createReadStream(large), fs.createWriteStream(copy)),
};

exports.operations = { ...callbacks, ...streams };
