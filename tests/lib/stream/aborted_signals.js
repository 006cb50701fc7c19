'use strict';
// A signal that is aborted at each moment of the loop, for everything of streams and timers that takes one: Node's error,
// nothing left open, no event twice.
const { addAbortSignal, compose, Duplex, finished, PassThrough, pipeline, Readable, Transform, Writable } = require('stream');
const promises = require('stream/promises');
const timers = require('timers/promises');

const moments = {
  before: (abort) => abort(),
  'in a microtask': (abort) => queueMicrotask(abort),
  'in a tick': (abort) => process.nextTick(abort),
  'in an immediate': (abort) => setImmediate(abort),
  'after two immediates': (abort) => setImmediate(setImmediate, abort),
};

// Turns of the loop, not time: what happens between them is the same on a busy machine.
async function turns(count) {
  for (let i = 0; i < count; i++) await new Promise((done) => setImmediate(done));
}
const events = ['end', 'finish', 'close', 'error'];

// What happened to a stream.
function noted(stream, seen, name) {
  for (const event of events) stream.on(event, (error) => seen.push(`${name} ${event}${error ? ` ${error.name}` : ''}`));
  return stream;
}

// Never ends by itself: three chunks, then silence.
function endless(seen) {
  let count = 0;
  return noted(new Readable({ read() { if (count++ < 3) setImmediate(() => this.push(`chunk ${count}`)); } }), seen, 'source');
}

const sink = (seen) => noted(new Writable({ write(chunk, encoding, done) { setImmediate(done); } }), seen, 'sink');
const called = (start) => new Promise((resolve, reject) => { start((error, value) => (error ? reject(error) : resolve(value))); });

const ways = {
  'pipeline': (signal, seen) => promises.pipeline(endless(seen), new PassThrough(), sink(seen), { signal }),
  'pipeline of generators': (signal, seen) => promises.pipeline(endless(seen), async function* (source, { signal: inner }) {
    seen.push(`inner ${inner.aborted}`);
    try {
      yield* source;
    } finally {
      seen.push(`generator ends, ${inner.aborted}`);
    }
  }, sink(seen), { signal }),
  'pipeline to a function': (signal, seen) => promises.pipeline(endless(seen), async (source) => {
    for await (const chunk of source) seen.push(String(chunk));
  }, { signal }),
  'pipeline, end: false': (signal, seen) => promises.pipeline(endless(seen), sink(seen), { signal, end: false }),
  'pipeline with a callback': (signal, seen) => called((done) => pipeline(addAbortSignal(signal, endless(seen)), sink(seen), done)),
  'finished': (signal, seen) => promises.finished(endless(seen).resume(), { signal }),
  'finished, cleanup': (signal, seen) => promises.finished(endless(seen).resume(), { signal, cleanup: true }),
  'finished with a callback': (signal, seen) => called((done) => finished(endless(seen).resume(), { signal }, done)),
  'addAbortSignal of a writable': (signal, seen) => called((done) => finished(addAbortSignal(signal, sink(seen)), done)),
  'the option of a readable': (signal, seen) => called((done) => {
    finished(noted(new Readable({ signal, read() {} }), seen, 'readable').resume(), done);
  }),
  'the option of a transform': (signal, seen) => called((done) => {
    finished(noted(new Transform({ signal, transform(chunk, encoding, next) { next(); } }), seen, 'transform'), done);
  }),
  'Duplex.from': (signal, seen) => called((done) => {
    finished(addAbortSignal(signal, noted(Duplex.from({ readable: endless(seen), writable: sink(seen) }), seen, 'duplex')).resume(), done);
  }),
  'compose': (signal, seen) => called((done) => {
    finished(addAbortSignal(signal, noted(compose(new PassThrough(), new PassThrough()), seen, 'composed')).resume(), done);
  }),
  'for await': async (signal, seen) => {
    for await (const chunk of addAbortSignal(signal, endless(seen))) seen.push(String(chunk));
  },
  'toArray': (signal, seen) => endless(seen).toArray({ signal }),
  'forEach': (signal, seen) => endless(seen).forEach((chunk) => { seen.push(String(chunk)); }, { signal }),
  'map': (signal, seen) => endless(seen).map(async (chunk, { signal: inner }) => {
    await turns(5);
    seen.push(`mapped, ${inner.aborted}`);
    return chunk;
  }, { signal }).toArray(),
  'reduce': (signal, seen) => endless(seen).reduce((all, chunk) => all + chunk, '', { signal }),
  'some': (signal, seen) => endless(seen).some(() => false, { signal }),
  'take': (signal, seen) => endless(seen).take(10, { signal }).toArray(),
  'setTimeout': (signal) => timers.setTimeout(1e6, 'value', { signal }),
  'setTimeout that is over': (signal) => timers.setTimeout(1, 'value', { signal }),
  'setImmediate': (signal) => timers.setImmediate('value', { signal }),
  'setInterval': async (signal, seen) => {
    for await (const value of timers.setInterval(1e6, 'value', { signal })) seen.push(value);
  },
  'scheduler.wait': (signal) => timers.scheduler.wait(1e6, { signal }),
};

async function main() {
  for (const [way, start] of Object.entries(ways)) {
    for (const [moment, when] of Object.entries(moments)) {
      if (way === 'setTimeout that is over' && moment.includes('immediate')) continue;
      const controller = new AbortController();
      const seen = [];
      if (moment === 'before') controller.abort(moment);
      let outcome;
      try {
        const working = start(controller.signal, seen);
        when(() => controller.abort(moment));
        outcome = `value ${await working}`;
      } catch (error) {
        outcome = `${error.name} ${error.code}: ${error.message} (${error.cause})`;
      }
      await turns(20);
      console.log(`${way}, aborted ${moment}: ${outcome}; ${seen.join(', ')}`);
    }
  }
}

main();
