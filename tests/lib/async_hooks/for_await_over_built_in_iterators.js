// The store in the body of `for await` and after it, over the iterators of streams, events and readline, while other loops run.
const { AsyncLocalStorage } = require('async_hooks');
const { EventEmitter, on } = require('events');
const { Readable, PassThrough } = require('stream');
const readline = require('readline');

const store = new AsyncLocalStorage();
const values = ['a', 'b', 'c', 'd'];

const sources = {
  readable: () => Readable.from(values),
  buffered() {
    const stream = new PassThrough({ objectMode: true });
    for (const value of values) stream.write(value);
    stream.end();
    return stream;
  },
  web() {
    let i = 0;
    return new ReadableStream({ pull(controller) { i < 4 ? controller.enqueue(values[i++]) : controller.close(); } });
  },
  webQueued: () => new ReadableStream({ start(controller) { for (const value of values) controller.enqueue(value); controller.close(); } }),
  events() {
    const emitter = new EventEmitter();
    const iterator = on(emitter, 'x', { close: ['end'] });
    for (const value of values) emitter.emit('x', value);
    setImmediate(() => emitter.emit('end'));
    return iterator;
  },
  readline: () => readline.createInterface({ input: Readable.from([values.join('\n')]) }),
  replacedNext() {
    const iterator = Readable.from(values)[Symbol.asyncIterator]();
    const { next } = iterator;
    iterator.next = function (...args) {
      return next.apply(this, args);
    };
    return iterator;
  },
  failing: () => new ReadableStream({ start(controller) { controller.enqueue('a'); }, pull(controller) { controller.error(new Error('failed')); } }),
  failingReadable: () => Readable.from((function* () { yield 'a'; throw new Error('failed'); })()),
};

async function loop(name, make, kind) {
  const seen = [];
  try {
    for await (const value of make()) {
      seen.push(`${value}:${store.getStore()}`);
      if (kind === 'awaits') {
        await null;
        seen.push(store.getStore());
      }
      if (kind === 'enters') store.enterWith(`${store.getStore()}'`);
      if (kind === 'breaks' && seen.length === 2) break;
    }
  } catch (error) {
    seen.push(error.message);
  }
  seen.push(`after:${store.getStore()}`);
  return `${name} ${kind}: ${seen.join(' ')}`;
}

(async () => {
  for (const name of Object.keys(sources)) {
    const lines = await Promise.all([
      store.run('one', loop, name, sources[name], 'plain'),
      loop(name, sources[name], 'outside'),
      store.run('two', loop, name, sources[name], 'awaits'),
      store.run('three', loop, name, sources[name], 'enters'),
      store.run('four', loop, name, sources[name], 'breaks'),
      loop(name, sources[name], 'awaits'),
    ]);
    for (const line of lines) console.log(line);
    console.log(store.getStore());
  }
  // yield* and manual steps.
  async function* delegate() { yield* Readable.from(values); }
  await store.run('five', async () => {
    for await (const value of delegate()) console.log(value, store.getStore());
    const iterator = Readable.from(values)[Symbol.asyncIterator]();
    console.log(await iterator.next(), store.getStore());
    console.log(await iterator.return(1), store.getStore());
  });
})();
