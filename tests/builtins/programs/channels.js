// Diagnostics channels, async context, performance, and small modules.
const say = (text) => console.log(text);
const channels = require('diagnostics_channel');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const { performance, PerformanceObserver, createHistogram } = require('perf_hooks');
const steps = [
  () => {
    const channel = channels.channel('own');
    const heard = (message, name) => say('heard ' + message + ' ' + name);
    channel.subscribe(heard);
    channel.publish('message');
    say(channels.unsubscribe('own', heard) + ' ' + channel.hasSubscribers);
  },
  async () => {
    const tracing = channels.tracingChannel('traced');
    const handlers = {};
    const names = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
    for (let i = 0; i < names.length; i++) handlers[names[i]] = (message) => say(names[i] + ' ' + message.id);
    tracing.subscribe(handlers);
    say(tracing.traceSync((a, b) => a + b, { id: 1 }, undefined, 2, 3));
    say(await tracing.tracePromise(async (value) => value, { id: 2 }, undefined, 'promised'));
    tracing.traceCallback((callback) => callback(null, 'called back'), 0, { id: 3 }, undefined, (error, value) => say(value));
    tracing.unsubscribe(handlers);
  },
  async () => {
    const storage = new AsyncLocalStorage();
    const channel = channels.channel('stores');
    channel.bindStore(storage, (data) => 'store of ' + data);
    channel.runStores('data', () => say(storage.getStore()));
    await storage.run('outer', async () => {
      await null;
      say(storage.getStore());
      setTimeout(() => say('timer ' + storage.getStore()), 1);
      process.nextTick(() => say('tick ' + storage.getStore()));
    });
    const resource = storage.run('of the resource', () => new AsyncResource('OWN'));
    resource.runInAsyncScope((word) => say(word + ' ' + storage.getStore()), null, 'resource');
  },
  () => {
    new PerformanceObserver((list) => say('entries ' + list.getEntries().length)).observe({ entryTypes: ['mark'] });
    performance.mark('one');
    performance.mark('two');
    say(performance.measure('between', 'one', 'two').entryType + ' ' + performance.getEntriesByName('one').length);
    const histogram = createHistogram();
    histogram.record(3);
    say(histogram.max + ' ' + histogram.percentiles.size);
  },
  () => {
    const querystring = require('querystring');
    const parsed = querystring.parse('a=1&a=2&b=%20c');
    say(parsed.a.length + parsed.b + ' ' + querystring.stringify({ x: ['y', 'z w'] }));
    const path = require('path');
    say(path.relative('/a/b/c', '/a/d') + ' ' + path.win32.join('a', '..', 'b') + ' ' + path.matchesGlob('a/b.js', '*/*.{js,ts}'));
    const v8 = require('v8');
    say(v8.deserialize(v8.serialize({ list: [1, 'two'], map: new Map([['key', 3]]) })).list.length);
    say(require('util').inspect(structuredClone({ date: new Date(0), set: new Set([1]) }).date));
    say(require('os').EOL.length + ' ' + (typeof require('os').cpus().length));
    say(new URLPattern({ pathname: '/:name' }).exec('http://host/value').pathname.groups.name);
  },
  () => {
    const assert = require('assert');
    try {
      assert.deepStrictEqual({ a: 1, list: [1, 2] }, { a: 1, list: [1, 3] });
    } catch (error) {
      say(error.code + ' ' + error.message);
    }
    assert.throws(() => { throw new TypeError('wrong'); }, { name: 'TypeError', message: 'wrong' });
  },
];
(async () => {
  for (let i = 0; i < steps.length; i++) {
    try {
      await steps[i]();
    } catch (error) {
      say('step ' + i + ' ' + error.message);
    }
  }
})();
