'use strict';
// Calls with more than one thing wrong: which of them Node tells, and in which words.
const assert = require('assert');
const { Blob, transcode } = require('buffer');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { StringDecoder } = require('string_decoder');
const url = require('url');
const util = require('util');

function tell(label, work) {
  const failed = (error) => console.log(label, error.name, error.code, error.message);
  try {
    const made = work();
    if (made instanceof Promise) return made.then((value) => console.log(label, 'resolves', typeof value), failed);
    console.log(label, made);
  } catch (error) {
    failed(error);
  }
}

function buffers() {
  for (const given of [[1], ['x'], [null], [{}], [[], 1], ['x', 1], [[], { endings: 'x' }], ['x', { endings: 'x' }]]) {
    tell('Blob', () => new Blob(...given).size);
  }
  for (const given of [[], [null, null], ['utf8'], [undefined, 'utf8'], ['x', 'utf8'], ['utf8', 'x'], [Symbol('s'), 'utf8'], ['utf8', null],
    ['hex', 'utf8'], ['latin1', ''], [0, 'utf8']]) tell('transcode', () => transcode(Buffer.from('é'), ...given));
  for (const name of [Symbol('s'), 1, {}, null, 'x', true]) tell('StringDecoder', () => new StringDecoder(name).encoding);
}

function texts() {
  for (const text of [{}, '', 'x', 'x/', '/x', 'x/y', 'x y/z', 'x/y;', 'x/y z', 1, null, 'é/x']) tell('MIMEType', () => String(new util.MIMEType(text)));
  for (const given of [['utf-8', []], ['utf-8', () => {}], ['x', 1], ['utf-8', 1], ['utf-8', null], ['x', []]]) {
    tell('TextDecoder', () => new TextDecoder(...given).encoding);
  }
  for (const encoding of ['utf-8', 'utf-16le', 'latin1', 'gbk']) {
    for (const options of [undefined, {}, { stream: true }]) tell(`decode ${encoding}`, () => new TextDecoder(encoding).decode(5, options));
  }
  for (const options of [[], () => {}, 1, 'x', null]) tell('decode', () => new TextDecoder().decode(new Uint8Array([65]), options));
  for (const given of [[null], ['x'], [{ sourceMap: 1 }], [1, null], ['x', {}], [0, {}], [201], [1, []], [{}, {}], [undefined, null], [() => {}]]) {
    tell('getCallSites', () => util.getCallSites(...given).length);
  }
  tell('parseArgs', () => util.parseArgs(null));
}

function urls() {
  for (const given of [['x'], [1], ['x', 1], ['x', {}], ['x', 'y', 1], [{}, {}, {}], ['x', {}, undefined], ['/a', 'http://b.c', 1], ['/a', 'http://b.c', null],
    ['/a', 'http://b.c', {}], [{}, null], [{}, () => {}], ['http://a.b/c', () => {}], [() => {}], ['/a', null]]) {
    tell('URLPattern', () => new URLPattern(...given).pathname);
  }
  for (const given of [[], null, 1, () => {}, {}]) tell('urlToHttpOptions', () => JSON.stringify(url.urlToHttpOptions(given)));
  for (const given of [null, 1, [], () => {}, undefined]) tell('Event', () => new Event('x', given).type);
  tell('CountQueuingStrategy', () => new CountQueuingStrategy([]));
  tell('QuotaExceededError', () => new QuotaExceededError('x', null).quota);
}

function assertions() {
  const messages = [undefined, null, 1, {}, () => 'made', () => 5, () => { throw new Error('in the message'); }, new TypeError('mine')];
  for (const message of messages) {
    for (const name of ['equal', 'deepEqual', 'strictEqual', 'deepStrictEqual', 'partialDeepStrictEqual']) tell(name, () => assert[name](1, 2, message));
    for (const name of ['notEqual', 'notDeepEqual', 'notStrictEqual', 'notDeepStrictEqual']) tell(name, () => assert[name](1, 1, message));
    tell('ok', () => assert.ok(0, message));
    tell('match', () => assert.match('x', /y/, message));
    tell('doesNotMatch', () => assert.doesNotMatch('x', /x/, message));
    tell('fail', () => assert.fail(message));
  }
}

function listeners() {
  const target = new EventTarget();
  for (const given of [true, 0, 'x', {}, () => {}, Symbol('s')]) {
    for (const options of [undefined, 1, true, [], () => {}]) tell('addEventListener', () => target.addEventListener('x', given, options));
    tell('removeEventListener', () => target.removeEventListener('x', given));
  }
  tell('removeEventListener', () => target.removeEventListener('x', null));
  tell('removeEventListener', () => target.removeEventListener('x'));
}

function more() {
  const blob = new Blob(['abc']);
  for (const place of [null, true, '1', 1n, Symbol('s')]) tell('slice', () => blob.slice(place).size);
  tell('slice', () => blob.slice(0, 1n));
  const form = new FormData();
  for (const given of [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', undefined], ['a', blob, undefined], ['a', blob, 'n'], ['a', 'b', 'c', 'd']]) {
    tell('append', () => form.append(...given));
  }
  const pattern = new URLPattern('/a', 'http://b.c');
  for (const input of [undefined, null, 1, () => {}, {}, 'http://b.c/a', Symbol('s')]) {
    for (const base of [undefined, null, 1, 'http://b.c', {}]) tell('test', () => pattern.test(input, base));
  }
  const { Duplex, Readable } = require('stream');
  for (const pair of [undefined, null, 1, [], {}]) tell('fromWeb', () => Duplex.fromWeb(pair));
  tell('map', () => new Readable().map(5));
}

async function files(folder) {
  const nowhere = path.join(folder, 'nowhere', 'x');
  for (const mode of [-1, '', 'x', 1.5, {}, null, '777', 2 ** 33]) {
    tell('mkdir', () => fs.mkdir(nowhere, mode));
    tell('mkdirSync', () => fs.mkdirSync(5, mode));
    tell('mkdirSync, mode', () => fs.mkdirSync(5, { mode }));
    tell('mkdirSync, recursive', () => fs.mkdirSync(folder, { recursive: mode }));
    tell('access', () => fs.access(folder, mode));
    tell('access', () => fs.access(5, mode));
    tell('copyFile', () => fs.copyFile('a', 'b', mode));
    tell('copyFile', () => fs.copyFile('a', 5, mode));
    await tell('promises.mkdir', () => fs.promises.mkdir(5, mode));
    await tell('promises.stat', () => fs.promises.stat(5, mode));
    await tell('promises.readlink', () => fs.promises.readlink(5, mode));
    await tell('promises.readFile', () => fs.promises.readFile(5, mode));
    await tell('promises.writeFile', () => fs.promises.writeFile(5, mode));
  }
}

function copies(folder) {
  const at = (name) => path.join(folder, name);
  fs.writeFileSync(at('file'), 'x');
  const calls = [['file', 'file'], ['', 'sub'], ['', 'sub', { recursive: true }], ['', 'file', { recursive: true }], ['file', ''], ['none', 'q']];
  for (const [from, to, options] of calls) {
    tell('cpSync', () => {
      try {
        fs.cpSync(at(from), at(to), options);
      } catch (error) {
        error.message = error.message.replaceAll(folder, 'FOLDER');
        throw error;
      }
    });
  }
}

async function main() {
  buffers();
  texts();
  urls();
  assertions();
  listeners();
  more();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hexloop-first-'));
  await files(folder);
  copies(folder);
  fs.rmSync(folder, { recursive: true });
}

main();
