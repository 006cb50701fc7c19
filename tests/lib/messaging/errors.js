'use strict';
// What MessagePort, BroadcastChannel and their events refuse, and how they show themselves.

const {
  MessageChannel,
  MessagePort,
  receiveMessageOnPort,
  BroadcastChannel,
  moveMessagePortToContext,
  markAsUntransferable,
  isMarkedAsUntransferable,
  markAsUncloneable,
  getEnvironmentData,
  setEnvironmentData,
} = require('worker_threads');
function t(label, f) {
  try {
    const r = f();
    if (r && typeof r.then === 'function')
      r.then(
        (v) => console.log(label, '=> resolved', v),
        (e) => console.log(label, '=> rejected', e.name, e.code, e.message),
      );
    else console.log(label, '=>', r);
  } catch (e) {
    console.log(label, '=> throws', e.constructor.name, e.name, e.code, e.message);
  }
}
const mc = new MessageChannel();
t('MC()', () => MessageChannel());
t('new MP', () => new MessagePort());
t('MP()', () => MessagePort());
console.log(
  mc.port1 instanceof EventTarget,
  mc.port1 instanceof require('events'),
  mc.port1.constructor === MessagePort,
  MessagePort === globalThis.MessagePort,
);
t('post nothing', () => mc.port1.postMessage());
t('post fn', () => mc.port1.postMessage(() => 1));
t('post sym', () => mc.port1.postMessage(Symbol('x')));
t('post tl 1', () => mc.port1.postMessage(1, 1));
t('post tl null', () => mc.port1.postMessage(1, null));
t('post tl str', () => mc.port1.postMessage(1, 'x'));
t('post tl {}', () => mc.port1.postMessage(1, {}));
t('post tl {transfer:1}', () => mc.port1.postMessage(1, { transfer: 1 }));
t('post tl {transfer:null}', () => mc.port1.postMessage(1, { transfer: null }));
t('post tl bad', () => mc.port1.postMessage(1, [1]));
t('post tl bad2', () => mc.port1.postMessage(1, [{}]));
t('post this', () => MessagePort.prototype.postMessage.call({}));
t('post self', () => mc.port1.postMessage(1, [mc.port1]));
t('post dup', () => {
  const a = new ArrayBuffer(1);
  mc.port1.postMessage(1, [a, a]);
});
t('post dup port', () => {
  const a = new MessageChannel().port1;
  mc.port1.postMessage(1, [a, a]);
});
t('post detached', () => {
  const a = new ArrayBuffer(1);
  a.transfer();
  mc.port1.postMessage(a, [a]);
});
t('post detached nt', () => {
  const a = new ArrayBuffer(1);
  a.transfer();
  mc.port1.postMessage(a);
});
t('post detached view', () => {
  const a = new Uint8Array(1);
  a.buffer.transfer();
  mc.port1.postMessage(a);
});
t('post pool', () => {
  const a = Buffer.from('x').buffer;
  mc.port1.postMessage(a, [a]);
});
t('post port no tl', () => mc.port1.postMessage(new MessageChannel().port1));
t('post closed port', () => {
  const p = new MessageChannel().port1;
  p.close();
  mc.port1.postMessage(p, [p]);
});
t('post blob', () => mc.port1.postMessage(new Blob(['x'])));
t('post url', () => mc.port1.postMessage(new URL('http://x')));
t('post event', () => mc.port1.postMessage(new Event('x')));
t('post weak', () => mc.port1.postMessage(new WeakMap()));
t('post promise', () => mc.port1.postMessage(Promise.resolve()));
t('post proxy', () => mc.port1.postMessage(new Proxy({}, {})));
t('recv 1', () => receiveMessageOnPort(1));
t('recv {}', () => receiveMessageOnPort({}));
const m2 = new MessageChannel();
m2.port1.postMessage({ a: 1 });
t('recv', () => receiveMessageOnPort(m2.port2));
t('recv none', () => receiveMessageOnPort(m2.port2));
t('recv undefined', () => {
  m2.port1.postMessage(undefined);
  return receiveMessageOnPort(m2.port2);
});
t('hasRef', () => {
  const m = new MessageChannel();
  const r = [m.port1.hasRef()];
  m.port1.on('message', () => {});
  r.push(m.port1.hasRef());
  m.port1.unref();
  r.push(m.port1.hasRef());
  m.port1.ref();
  r.push(m.port1.hasRef());
  m.port1.removeAllListeners?.();
  r.push(m.port1.hasRef());
  m.port1.close();
  r.push(m.port1.hasRef());
  return r;
});
t('hasRef add', () => {
  const m = new MessageChannel();
  const f = () => {};
  m.port1.addEventListener('message', f);
  const r = [m.port1.hasRef()];
  m.port1.removeEventListener('message', f);
  r.push(m.port1.hasRef());
  m.port1.onmessage = f;
  r.push(m.port1.hasRef());
  m.port1.onmessage = null;
  r.push(m.port1.hasRef());
  m.port1.once('message', f);
  r.push(m.port1.hasRef());
  m.port1.off('message', f);
  r.push(m.port1.hasRef());
  m.port1.close();
  return r;
});
t('start ret', () => {
  const m = new MessageChannel();
  const r = [
    m.port1.start(),
    m.port1.hasRef(),
    m.port1.ref(),
    m.port1.unref(),
    m.port1.close(),
    m.port1.postMessage(1),
    m.port1.start(),
    m.port1.ref(),
    m.port1.hasRef(),
  ];
  return r;
});
t('move', () => moveMessagePortToContext(1));
t('move', () => moveMessagePortToContext(mc.port2, 1));
t('mark', () => {
  const a = new ArrayBuffer(2);
  markAsUntransferable(a);
  return [isMarkedAsUntransferable(a), isMarkedAsUntransferable({}), markAsUntransferable(1)];
});
t('mark post', () => {
  const a = new ArrayBuffer(2);
  markAsUntransferable(a);
  mc.port1.postMessage(a, [a]);
});
t('mark post2', () => {
  const p = new MessageChannel().port1;
  markAsUntransferable(p);
  mc.port1.postMessage(p, [p]);
});
t('markunc', () => {
  const a = {};
  markAsUncloneable(a);
  structuredClone(a);
});
t('markunc2', () => {
  const a = {};
  markAsUncloneable(a);
  structuredClone({ a: { a } });
});
t('env', () => {
  setEnvironmentData('a', { b: 1 });
  return getEnvironmentData('a');
});
process.on('exit', () => console.log('exit'));

t('MessageEvent', () => {
  const e = new MessageEvent('x', { data: 1, origin: 'o', lastEventId: 'l', ports: [] });
  return [e.data, e.origin, e.lastEventId, e.source, e.ports];
});
t('MessageEvent', () => new MessageEvent());
t('MessageEvent', () => new MessageEvent('x', 1));
t('MessageEvent', () => new MessageEvent('x', { source: 1 }));
t('MessageEvent', () => new MessageEvent('x', { ports: [1] }));
t('CloseEvent', () => {
  const e = new CloseEvent('close', { wasClean: true, code: 3, reason: 'r' });
  return [e.wasClean, e.code, e.reason];
});
t('ErrorEvent', () => {
  const e = new ErrorEvent('error', { message: 'm', filename: 'f', lineno: 1, colno: 2, error: 3 });
  return [e.message, e.filename, e.lineno, e.colno, e.error];
});
const channel = new BroadcastChannel('x');
console.log(channel, channel.name, channel.onmessage);
t('BroadcastChannel', () => new BroadcastChannel());
t('postMessage', () => channel.postMessage());
t('ref', () => [channel.ref() === channel, channel.unref() === channel]);
channel.close();
t('closed', () => channel.postMessage(1));
console.log(channel);
