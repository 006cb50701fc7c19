'use strict';
// process.domain, through everything that comes later.

const domain = require('domain');
const EventEmitter = require('events');

const d = domain.create();
const is = (title) => console.log(title, process.domain === d, domain.active === d, domain._stack.length);
console.log(process.domain, domain.active, domain._stack, EventEmitter.usingDomains, d instanceof EventEmitter, d.members);

const result = d.run((a, b) => {
  is('run');
  const emitter = new EventEmitter();
  console.log(emitter.domain === d, Object.keys(emitter).includes('domain'));
  process.nextTick(() => {
    is('tick');
    Promise.resolve().then(() => {
      is('then');
      setTimeout(() => {
        is('timer');
        setImmediate(async () => {
          is('immediate');
          await null;
          is('await');
        });
      }, 1);
    });
  });
  return a + b;
}, 1, 2);
console.log(result, process.domain, new EventEmitter().domain);

d.enter();
d.enter();
is('entered twice');
d.exit();
is('left once');
d.exit();
console.log(process.domain, domain._stack);
d.exit();
console.log(d.bind(function (...values) { return [this.me, ...values, process.domain === d]; }).call({ me: 'I' }, 1, 2));
