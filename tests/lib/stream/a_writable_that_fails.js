'use strict';
// Every way for a write to fail, and who hears of it in which order.
const { Writable } = require('stream');

const sinks = {
  'callback at once': (callback) => callback(new Error('bad')),
  'callback later': (callback) => setImmediate(callback, new Error('bad')),
  'destroy': function(callback) {
    this.destroy(new Error('bad'));
    callback();
  },
  'destroy without an error': function(callback) {
    this.destroy();
    callback();
  },
  'called twice': (callback) => {
    callback();
    callback();
  },
};

async function run() {
  for (const autoDestroy of [true, false]) {
    for (const [name, write] of Object.entries(sinks)) {
      console.log(`-- ${name}, autoDestroy ${autoDestroy}`);
      const sink = new Writable({
        autoDestroy,
        write(chunk, encoding, callback) {
          console.log('_write', String(chunk));
          write.call(this, callback);
        },
      });
      for (const event of ['drain', 'finish', 'close', 'error']) {
        sink.on(event, (err) => console.log(event, err?.code ?? err?.message ?? '', sink.errored?.message));
      }
      for (const text of ['a', 'b', 'c']) sink.write(text, (err) => console.log('cb', text, err?.code ?? err?.message));
      sink.end((err) => console.log('end cb', err?.code ?? err?.message));
      process.nextTick(() => console.log('tick'));
      await new Promise((resolve) => setImmediate(setImmediate, setImmediate, resolve));
      console.log(sink.destroyed, sink.closed, sink.writable, sink.writableAborted, sink.writableLength);
    }
  }
  const thrower = new Writable({ write() { throw new Error('thrown'); } });
  try {
    thrower.write('x');
  } catch (err) {
    console.log('write threw', err.message);
  }
  const ended = new Writable({ write(chunk, encoding, callback) { callback(); } });
  ended.on('error', (err) => console.log('error', err.code));
  ended.end();
  console.log(ended.write('late', (err) => console.log('late', err.code)));
  ended.end((err) => console.log('second end', err?.code));
  for (const wrong of [null, 5, {}, undefined]) {
    try {
      new Writable().write(wrong);
    } catch (err) {
      console.log(err.code, err.message);
    }
  }
  try {
    new Writable().write('x', 'nonsense');
  } catch (err) {
    console.log(err.code, err.message);
  }
  new Writable().on('error', (err) => console.log(err.code)).pipe();
}
run();
