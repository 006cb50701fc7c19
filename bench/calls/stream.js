'use strict';
const { Duplex, PassThrough, Readable, Transform, Writable, finished } = require('stream');
const { pipeline } = require('stream/promises');
const consumers = require('stream/consumers');

const read = () => {};
const write = (chunk, encoding, done) => done();
const transform = (chunk, encoding, done) => done(null, chunk);
const chunk = Buffer.alloc(64, 'x');
const thousand = Array(1000).fill('x');
const hundred = Array.from({ length: 100 }, (_, index) => index);
const pieces = Array(16).fill('{"a":1}').join(',');
const nowhere = new Writable({ write });
const objects = new Writable({ objectMode: true, write });

class Source extends Readable {
  left = 100;

  _read() {
    this.push(this.left-- > 0 ? chunk : null);
  }
}

exports.calls = {
  'new Readable': () => new Readable({ read }),
  'new Writable': () => new Writable({ write }),
  'new Duplex': () => new Duplex({ read, write }),
  'new Transform': () => new Transform({ transform }),
  'new PassThrough': () => new PassThrough(),
  'Readable push and read': () => {
    const stream = new Readable({ read });
    stream.push(chunk);
    return stream.read();
  },
  'Readable setEncoding, push and read': () => {
    const stream = new Readable({ read }).setEncoding('utf8');
    stream.push(chunk);
    return stream.read();
  },
  'PassThrough write and read': () => {
    const stream = new PassThrough();
    stream.write('x');
    return stream.read();
  },
  'Writable write of text': () => nowhere.write('some text'),
  'Writable write of bytes': () => nowhere.write(chunk),
  'Writable write of an object': (turn) => objects.write({ turn }),
  'cork, 4 writes and uncork': () => {
    nowhere.cork();
    for (let count = 0; count < 4; count++) nowhere.write(chunk);
    return nowhere.uncork();
  },
  'new Writable and destroy': () => new Writable({ write }).destroy(),
  'Readable.from(array)': () => Readable.from(hundred),
  pipe: () => new Readable({ read }).pipe(new Writable({ write })),
};

exports.operations = {
  "100 'data' events": () => new Promise((resolve) => {
    let length = 0;
    new Source().on('data', (data) => { length += data.length; }).on('end', () => resolve(length));
  }),
  'for await over 1,000': async () => {
    let count = 0;
    for await (const one of Readable.from(thousand)) count += one.length;
    return count;
  },
  'pipe of 100 chunks': () => new Promise((resolve) => {
    new Source().pipe(new Writable({ write })).on('finish', resolve);
  }),
  'pipeline of 1,000 through a Transform': () =>
    pipeline(Readable.from(thousand), new Transform({ objectMode: true, transform }), new Writable({ objectMode: true, write })),
  'pipeline with an async generator, 100': () => pipeline(
    hundred,
    async function* double(source) {
      for await (const value of source) yield value * 2;
    },
    new Writable({ objectMode: true, write }),
  ),
  'map, filter and toArray of 100': () =>
    Readable.from(hundred).map((value) => value * 2).filter((value) => value % 3 === 0).toArray(),
  'write with a callback': () => new Promise((resolve) => nowhere.write(chunk, resolve)),
  "new Writable, end and 'finish'": () => new Promise((resolve) => new Writable({ write }).on('finish', resolve).end('x')),
  finished: () => new Promise((resolve) => {
    const stream = new Writable({ write });
    finished(stream, resolve);
    stream.end();
  }),
  'destroy with an error': () => new Promise((resolve) => {
    new Readable({ read }).on('error', resolve).destroy(new Error('stopped'));
  }),
  'consumers.text': () => consumers.text(Readable.from(['one', 'two', 'three'])),
  'consumers.json': () => consumers.json(Readable.from([`[${pieces}`, ']'])),
  'consumers.buffer of 100 chunks': () => consumers.buffer(new Source()),
  'Readable.toWeb, 100 chunks': async () => {
    let length = 0;
    for await (const data of Readable.toWeb(new Source())) length += data.length;
    return length;
  },
};
