'use strict';
// What tracePromise returns and publishes for promises, their subclasses, thenables and other values.
const dc = require('diagnostics_channel');
const { AsyncLocalStorage } = require('async_hooks');

process.on('warning', ({ message }) => console.log(message));
const channel = dc.tracingChannel('tests');
channel.tracePromise(function untraced() { return 5; });
const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
channel.subscribe(Object.fromEntries(events.map((name) => [name, ({ name: of, result, error }) => console.log(of, name, result, error)])));
const storage = new AsyncLocalStorage();
channel.asyncStart.bindStore(storage, ({ name }) => `store of ${name}`);
channel.asyncEnd.subscribe(() => console.log(storage.getStore()));

class Sub extends Promise {
  more() { return 'more'; }
}

async function main() {
  const promise = Promise.resolve(1);
  const native = channel.tracePromise(() => promise, { name: 'native' });
  console.log(native === promise, await native);
  const sub = Sub.resolve(2);
  const own = channel.tracePromise(() => sub, { name: 'subclass' });
  console.log(own === sub, own.more(), await own);
  const thenable = { then(resolve) { resolve(3); } };
  console.log(channel.tracePromise(() => thenable, { name: 'thenable' }) === thenable);
  console.log(channel.tracePromise(() => 4, { name: 'value' }));
  await channel.tracePromise(() => Promise.reject('reason'), { name: 'rejected' }).catch((reason) => console.log('caught', reason));
  try {
    channel.tracePromise(() => { throw 'thrown'; }, { name: 'throws' });
  } catch (error) {
    console.log('caught', error);
  }
  const other = dc.channel('other');
  for (const target of [other, channel.start]) {
    try {
      target.subscribe(5);
    } catch (error) {
      console.log(error.code, target.hasSubscribers);
    }
  }
}

main();
