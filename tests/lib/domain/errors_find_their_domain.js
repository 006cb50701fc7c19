'use strict';
// Who gets an error: of a callback, of an emitter, of a bound function, of a domain's own listener.

const domain = require('domain');
const EventEmitter = require('events');
const fs = require('fs');

const name = (value) => (value === outer ? 'outer' : value === inner ? 'inner' : value);
const outer = domain.create();
const inner = domain.create();
for (const each of [outer, inner]) {
  each.on('error', (error) => {
    console.log(`${name(each)} got ${error.message}; thrown: ${error.domainThrown}; domain: ${name(error.domain)}; ` +
      `active: ${name(process.domain)}; stack: ${domain._stack.map(name)}`);
    if (error.message === 'twice') throw new Error('from the listener');
  });
}

const steps = [
  () => outer.run(() => setTimeout(() => { throw new Error('timer'); }, 1)),
  () => outer.run(() => setImmediate(() => { throw new Error('immediate'); })),
  () => outer.run(() => process.nextTick(() => { throw new Error('tick'); })),
  () => outer.run(() => fs.stat('/', () => { throw new Error('file'); })),
  () => outer.run(() => inner.run(() => setImmediate(() => { throw new Error('nested'); }))),
  () => outer.run(() => inner.run(() => { throw new Error('nested at once'); })),
  () => outer.run(() => inner.run(() => { throw new Error('twice'); })),
  () => {
    const emitter = outer.run(() => new EventEmitter());
    setImmediate(() => emitter.emit('error', new Error('emitted')));
  },
  () => {
    const emitter = new EventEmitter();
    inner.add(emitter);
    emitter.on('hello', () => console.log('in a listener', name(process.domain)));
    emitter.emit('hello');
    emitter.emit('error', new Error('added'));
    inner.remove(emitter);
    console.log('removed', emitter.domain, inner.members.length);
  },
  () => setImmediate(outer.bind(() => { throw new Error('bound'); })),
  () => fs.readFile('/no/such/file', inner.intercept(() => console.log('never'))),
  () => fs.readFile('/dev/null', inner.intercept((data) => console.log('intercept', data.length, name(process.domain)))),
];

function next() {
  const step = steps.shift();
  if (step === undefined) return;
  setTimeout(next, 20);
  step();
}
next();
