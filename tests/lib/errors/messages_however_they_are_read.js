// An error of the engine's has V8's message, whoever reads it and by whatever means.
const assert = require('assert');
const util = require('util');
const vm = require('vm');
const { Worker } = require('worker_threads');

const nothing = undefined;
const fail = () => nothing.property;
const caught = (run) => { try { run(); } catch (error) { return error; } };
const make = () => caught(fail);

async function main() {
  console.log('property', make().message);
  console.log('computed', make()['mess' + 'age']);
  console.log('Reflect.get', Reflect.get(make(), 'message'));
  console.log('descriptor', Object.getOwnPropertyDescriptor(make(), 'message').value);
  console.log('descriptors', Object.getOwnPropertyDescriptors(make()).message);
  const { message } = make();
  console.log('destructuring', message);
  console.log('inherited', Object.create(make()).message);
  console.log('String', String(make()));
  console.log('stack', make().stack.split('\n')[0]);
  console.log('inspect', util.inspect(make()).split('\n')[0]);
  console.log('names', Object.getOwnPropertyNames(make()).sort().join());
  const changed = make();
  changed.message += ' (more)';
  console.log('appended', changed.message);
  const deleted = make();
  delete deleted.message;
  console.log('deleted', JSON.stringify(deleted.message));
  const frozen = Object.freeze(make());
  console.log('names of a frozen error', Object.getOwnPropertyNames(frozen).sort().join());
  try { fail(); } catch ({ message }) { console.log('catch pattern', message); }

  const handler = (error) => console.log('handler', error.message);
  await new Promise(fail).catch(handler);
  await Promise.resolve().then(fail).then(undefined, handler);
  const [settled] = await Promise.allSettled([new Promise(fail)]);
  console.log('allSettled', settled.reason.message);
  await Promise.any([new Promise(fail)]).catch((all) => console.log('any', all.errors[0].message));
  await (async () => { for await (const value of (async function* () { fail(); })()) console.log(value); })().catch(handler);

  assert.throws(fail, { name: 'TypeError', message: "Cannot read properties of undefined (reading 'property')" });
  assert.throws(fail, /^TypeError: Cannot read properties of undefined \(reading 'property'\)$/);
  await assert.rejects(async () => fail(), { message: "Cannot read properties of undefined (reading 'property')" });
  console.log('structuredClone', structuredClone(make()).message);
  console.log('cause', new Error('outer', { cause: make() }).cause.message);

  const messages = new Set();
  for (let i = 0; i < 20000; i++) messages.add(make().message);
  console.log('often', [...messages]);
  const mixed = new Set();
  const read = (error) => error.message;
  for (let i = 0; i < 20000; i++) mixed.add(read(i % 2 === 0 ? new TypeError('mine') : make()));
  console.log('mixed', [...mixed]);

  console.log('vm', caught(() => vm.runInNewContext('undefined.x')).message);
  console.log('eval', caught(() => eval('undefined.x')).message);
  console.log('Function', caught(Function('undefined.x')).message);
  console.log('mine', new TypeError('No default value').message);
  class Mine extends TypeError {}
  console.log('of my class', new Mine("undefined is not an object (evaluating 'a.b')").message);
  console.log('with a name', caught(() => { throw Object.assign(new TypeError('x'), { code: 'X' }); }).message);

  const worker = new Worker('undefined.property', { eval: true });
  worker.on('error', (error) => console.log('worker', error.message));
  await new Promise((resolve) => { worker.on('exit', resolve); });
  const poster = new Worker(`
    const { parentPort } = require('worker_threads');
    try { undefined.property; } catch (error) { parentPort.postMessage(error); }
  `, { eval: true });
  poster.on('message', (error) => console.log('posted', error.message));
  await new Promise((resolve) => { poster.on('exit', resolve); });

  process.on('unhandledRejection', (error) => console.log('unhandledRejection', error.message));
  Promise.resolve().then(fail);
}

main();
