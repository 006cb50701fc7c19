'use strict';
// structuredClone, MessageChannel and BroadcastChannel, within one thread.
const { MessageChannel, BroadcastChannel, receiveMessageOnPort } = require('worker_threads');
const { eight } = require('./fixtures/eight.js');

const flat = eight((index) => ({ id: index, name: 'text', ok: true, none: null }));
const nested = eight((index) => ({ id: index, list: [{ a: 1 }, { b: [1, 2, 3] }], when: new Date(0), inner: { deep: { deeper: 'x' } } }));
const numbers = eight((index) => Array.from({ length: 100 }, (_, at) => at * index));
const maps = eight((index) => new Map([['a', index], ['b', new Set([1, 2, 3])]]));
const bytes = new Uint8Array(1024);
const error = new Error('failed');
const cyclic = { name: 'cyclic' };
cyclic.self = cyclic;

const channel = new MessageChannel();
let echoing;
let broadcasting;
let listening;

exports.open = async () => {
  echoing = new MessageChannel();
  echoing.port2.on('message', (value) => echoing.port2.postMessage(value));
  broadcasting = new BroadcastChannel('calls');
  listening = new BroadcastChannel('calls');
};

exports.close = () => {
  echoing.port1.close();
  broadcasting.close();
  listening.close();
};

exports.calls = {
  'structuredClone of a string': (turn) => structuredClone(turn & 1 ? 'one' : 'two'),
  'structuredClone of a flat object': (turn) => structuredClone(flat[turn & 7]),
  'structuredClone of a nested object': (turn) => structuredClone(nested[turn & 7]),
  'structuredClone of 100 numbers': (turn) => structuredClone(numbers[turn & 7]),
  'structuredClone of a Map and a Set': (turn) => structuredClone(maps[turn & 7]),
  'structuredClone of 1 KB': () => structuredClone(bytes),
  'structuredClone of an error': () => structuredClone(error),
  'structuredClone of a cycle': () => structuredClone(cyclic),
  'structuredClone with transfer': () => {
    const memory = new ArrayBuffer(1024);
    return structuredClone(memory, { transfer: [memory] });
  },
  'new MessageChannel and close': () => {
    const { port1 } = new MessageChannel();
    return port1.close();
  },
  'postMessage and receiveMessageOnPort': (turn) => {
    channel.port1.postMessage(flat[turn & 7]);
    return receiveMessageOnPort(channel.port2);
  },
};

exports.operations = {
  'MessageChannel there and back': (turn) => new Promise((resolve) => {
    echoing.port1.once('message', resolve);
    echoing.port1.postMessage(flat[turn & 7]);
  }),
  'MessageChannel, 50 there and back': () => new Promise((resolve) => {
    let left = 50;
    echoing.port1.on('message', function listener(value) {
      if (--left > 0) return;
      echoing.port1.off('message', listener);
      resolve(value);
    });
    for (let count = 0; count < 50; count++) echoing.port1.postMessage(count);
  }),
  'MessageChannel onmessage': (turn) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = (event) => {
      port1.close();
      resolve(event.data);
    };
    port1.postMessage(turn);
  }),
  BroadcastChannel: (turn) => new Promise((resolve) => {
    listening.onmessage = (event) => resolve(event.data);
    broadcasting.postMessage(flat[turn & 7]);
  }),
};
