'use strict';
// moveMessagePortToContext: what arrives in the context is of the context; what it cannot have is an error.
const fs = require('fs');
const vm = require('vm');
const { MessageChannel, MessagePort, moveMessagePortToContext } = require('worker_threads');
const { show } = require('../table');

show(() => moveMessagePortToContext(), () => moveMessagePortToContext(5, {}), () => moveMessagePortToContext(new MessageChannel().port1, {}),
     () => moveMessagePortToContext(new MessageChannel().port1));
const context = vm.createContext({ log: console.log });
const { port1, port2 } = new MessageChannel();
context.port = moveMessagePortToContext(port1, context);
console.log(context.port instanceof MessagePort);
vm.runInContext(`
  log([port instanceof Object, port.constructor.name, typeof port.on, typeof port.addEventListener, port.onmessage]);
  const outcome = (call) => {
    try {
      call();
      log('done');
    } catch (error) {
      log([error instanceof Error, error.name, error.code, error.message, error.constructor.name]);
    }
  };
  outcome(() => port.postMessage(() => {}));
  outcome(() => port.postMessage());
  outcome(() => new port.constructor());
  port.onmessage = ({ data, ports }) => {
    if (data.end) return port.close();
    log([data instanceof Object, data.list instanceof Array, data.map instanceof Map, data.set instanceof Set, data.date instanceof Date,
      data.regexp instanceof RegExp, data.error instanceof TypeError, data.bytes instanceof Uint8Array, data.memory instanceof ArrayBuffer,
      data.boxed instanceof Number, data.itself === data, ports instanceof Array]);
    log([data.list.length, data.map.get('key').inner, data.set.size, data.date.getTime(), String(data.regexp), data.error.message, data.bytes.join(), data.big]);
    if (ports.length > 0) {
      log([ports[0] === data.inner, ports[0] instanceof port.constructor]);
      ports[0].postMessage('through the inner one');
    }
    port.postMessage({ answer: [1, new Map([[1, 2]])] });
  };
  port.onmessageerror = ({ data }) => log([data instanceof Error, data.code]);
  port.start();
`, context);

const message = {
  list: [1, , 3], map: new Map([['key', { inner: 1 }]]), set: new Set([1, 2]), date: new Date(5), regexp: /x/gi, error: new TypeError('text'),
  bytes: new Uint8Array([1, 2]).subarray(1), memory: new ArrayBuffer(2), boxed: new Number(4), big: 5n,
};
message.itself = message;
fs.promises.open(__filename).then((handle) => {
  port2.postMessage(message);
  const inner = new MessageChannel();
  inner.port2.on('message', (text) => {
    console.log(text);
    inner.port2.close();
  });
  port2.postMessage({ ...message, itself: undefined, inner: inner.port1 }, [inner.port1]);
  port2.on('message', (answer) => console.log(answer));
  port2.on('close', () => console.log('closed'));
  port2.postMessage(handle, [handle]);
  port2.postMessage({ end: true });
});
