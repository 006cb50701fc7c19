'use strict';
// Promises as chunks, characters that end too early, an encoding that is none, a destination of several that fails in its write.
const { PassThrough, Readable, Writable, finished } = require('stream');
const { promisify } = require('util');

async function promises() {
  const readable = new Readable({ objectMode: true, read() {} });
  readable.push(Promise.resolve('unwrapped'));
  readable.push('plain');
  readable.push(Promise.reject(new Error('kaboom')));
  readable.push('never');
  const iterator = readable[Symbol.asyncIterator]();
  const both = [iterator.next(), iterator.next()];
  console.log(await Promise.all(both));
  await iterator.next().catch((error) => console.log(error.message));
  console.log(await iterator.next(), readable.destroyed);
}

async function characters() {
  const readable = new Readable({ read() {} });
  readable.push(Buffer.from([0x41, 0xf0]));
  readable.push(Buffer.from([0x9f]));
  readable.push(null);
  readable.setEncoding('utf8');
  for await (const chunk of readable) console.log(JSON.stringify(chunk));
}

function encodings() {
  for (const decodeStrings of [true, false]) {
    try {
      new Writable({ decodeStrings, write() {} }).write('text', 'buffer');
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
}

async function destinations() {
  const source = new PassThrough({ highWaterMark: 1024 });
  const failing = new Writable({ highWaterMark: 1024, write(chunk, encoding, callback) { callback(new Error('boom')); } });
  failing.on('error', (error) => console.log(error.message));
  let received = 0;
  const healthy = new Writable({ highWaterMark: 1024, write(chunk, encoding, callback) {
    received += chunk.length;
    callback();
  } });
  source.pipe(failing);
  source.pipe(healthy);
  source.write(Buffer.alloc(2000));
  source.write(Buffer.alloc(2000));
  source.end();
  await promisify(finished)(healthy);
  console.log(received);
}

promises().then(characters).then(encodings).then(destinations);
