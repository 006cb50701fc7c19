'use strict';
// Calls with more than one invalid argument: which of them Node reports, and with which message.
const assert = require('assert');
const { Blob, transcode } = require('buffer');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { StringDecoder } = require('string_decoder');
const url = require('url');
const util = require('util');

function report(label, work) {
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
    report('Blob', () => new Blob(...given).size);
  }
  for (const given of [[], [null, null], ['utf8'], [undefined, 'utf8'], ['x', 'utf8'], ['utf8', 'x'], [Symbol('s'), 'utf8'], ['utf8', null],
    ['hex', 'utf8'], ['latin1', ''], [0, 'utf8']]) report('transcode', () => transcode(Buffer.from('é'), ...given));
  for (const name of [Symbol('s'), 1, {}, null, 'x', true]) report('StringDecoder', () => new StringDecoder(name).encoding);
}

function texts() {
  for (const text of [{}, '', 'x', 'x/', '/x', 'x/y', 'x y/z', 'x/y;', 'x/y z', 1, null, 'é/x']) report('MIMEType', () => String(new util.MIMEType(text)));
  for (const given of [['utf-8', []], ['utf-8', () => {}], ['x', 1], ['utf-8', 1], ['utf-8', null], ['x', []]]) {
    report('TextDecoder', () => new TextDecoder(...given).encoding);
  }
  for (const encoding of ['utf-8', 'utf-16le', 'latin1', 'gbk']) {
    for (const options of [undefined, {}, { stream: true }]) report(`decode ${encoding}`, () => new TextDecoder(encoding).decode(5, options));
  }
  for (const options of [[], () => {}, 1, 'x', null]) report('decode', () => new TextDecoder().decode(new Uint8Array([65]), options));
  for (const given of [[null], ['x'], [{ sourceMap: 1 }], [1, null], ['x', {}], [0, {}], [201], [1, []], [{}, {}], [undefined, null], [() => {}]]) {
    report('getCallSites', () => util.getCallSites(...given).length);
  }
  report('parseArgs', () => util.parseArgs(null));
}

function urls() {
  for (const given of [['x'], [1], ['x', 1], ['x', {}], ['x', 'y', 1], [{}, {}, {}], ['x', {}, undefined], ['/a', 'http://b.c', 1], ['/a', 'http://b.c', null],
    ['/a', 'http://b.c', {}], [{}, null], [{}, () => {}], ['http://a.b/c', () => {}], [() => {}], ['/a', null]]) {
    report('URLPattern', () => new URLPattern(...given).pathname);
  }
  for (const given of [[], null, 1, () => {}, {}]) report('urlToHttpOptions', () => JSON.stringify(url.urlToHttpOptions(given)));
  for (const given of [null, 1, [], () => {}, undefined]) report('Event', () => new Event('x', given).type);
  report('CountQueuingStrategy', () => new CountQueuingStrategy([]));
  report('QuotaExceededError', () => new QuotaExceededError('x', null).quota);
}

function assertions() {
  const messages = [undefined, null, 1, {}, () => 'made', () => 5, () => { throw new Error('in the message'); }, new TypeError('mine')];
  for (const message of messages) {
    for (const name of ['equal', 'deepEqual', 'strictEqual', 'deepStrictEqual', 'partialDeepStrictEqual']) report(name, () => assert[name](1, 2, message));
    for (const name of ['notEqual', 'notDeepEqual', 'notStrictEqual', 'notDeepStrictEqual']) report(name, () => assert[name](1, 1, message));
    report('ok', () => assert.ok(0, message));
    report('match', () => assert.match('x', /y/, message));
    report('doesNotMatch', () => assert.doesNotMatch('x', /x/, message));
    report('fail', () => assert.fail(message));
  }
}

function listeners() {
  const target = new EventTarget();
  for (const given of [true, 0, 'x', {}, () => {}, Symbol('s')]) {
    for (const options of [undefined, 1, true, [], () => {}]) report('addEventListener', () => target.addEventListener('x', given, options));
    report('removeEventListener', () => target.removeEventListener('x', given));
  }
  report('removeEventListener', () => target.removeEventListener('x', null));
  report('removeEventListener', () => target.removeEventListener('x'));
}

function more() {
  const blob = new Blob(['abc']);
  for (const place of [null, true, '1', 1n, Symbol('s')]) report('slice', () => blob.slice(place).size);
  report('slice', () => blob.slice(0, 1n));
  const form = new FormData();
  for (const given of [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', undefined], ['a', blob, undefined], ['a', blob, 'n'], ['a', 'b', 'c', 'd']]) {
    report('append', () => form.append(...given));
  }
  const pattern = new URLPattern('/a', 'http://b.c');
  for (const input of [undefined, null, 1, () => {}, {}, 'http://b.c/a', Symbol('s')]) {
    for (const base of [undefined, null, 1, 'http://b.c', {}]) report('test', () => pattern.test(input, base));
  }
  const { Duplex, Readable } = require('stream');
  for (const pair of [undefined, null, 1, [], {}]) report('fromWeb', () => Duplex.fromWeb(pair));
  report('map', () => new Readable().map(5));
}

async function files(folder) {
  const nowhere = path.join(folder, 'nowhere', 'x');
  for (const mode of [-1, '', 'x', 1.5, {}, null, '777', 2 ** 33]) {
    report('mkdir', () => fs.mkdir(nowhere, mode));
    report('mkdirSync', () => fs.mkdirSync(5, mode));
    report('mkdirSync, mode', () => fs.mkdirSync(5, { mode }));
    report('mkdirSync, recursive', () => fs.mkdirSync(folder, { recursive: mode }));
    report('access', () => fs.access(folder, mode));
    report('access', () => fs.access(5, mode));
    report('copyFile', () => fs.copyFile('a', 'b', mode));
    report('copyFile', () => fs.copyFile('a', 5, mode));
    await report('promises.mkdir', () => fs.promises.mkdir(5, mode));
    await report('promises.stat', () => fs.promises.stat(5, mode));
    await report('promises.readlink', () => fs.promises.readlink(5, mode));
    await report('promises.readFile', () => fs.promises.readFile(5, mode));
    await report('promises.writeFile', () => fs.promises.writeFile(5, mode));
  }
}

function copies(folder) {
  const at = (name) => path.join(folder, name);
  fs.writeFileSync(at('file'), 'x');
  const calls = [['file', 'file'], ['', 'sub'], ['', 'sub', { recursive: true }], ['', 'file', { recursive: true }], ['file', ''], ['none', 'q']];
  for (const [from, to, options] of calls) {
    report('cpSync', () => {
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
