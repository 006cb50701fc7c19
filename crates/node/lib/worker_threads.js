'use strict';
// node:worker_threads: there is one thread yet, and it is the main one. Messages pass within it; what would start or reach
// another thread refuses.

const { refusingAll } = require('core/not_yet');
const { BroadcastChannel } = require('messaging/broadcast');
const { MessageChannel, MessagePort, moveMessagePortToContext, receiveMessageOnPort } = require('messaging/port');
const { isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable } = require('core/cloneable');

const environment = new Map();
const { Worker } = refusingAll('worker_threads', ['Worker']);

module.exports = {
  isInternalThread: false,
  isMainThread: true,
  MessagePort,
  MessageChannel,
  markAsUncloneable,
  markAsUntransferable,
  isMarkedAsUntransferable,
  moveMessagePortToContext,
  receiveMessageOnPort,
  resourceLimits: {},
  async postMessageToThread(threadId) {
    const { ERR_WORKER_MESSAGING_FAILED, ERR_WORKER_MESSAGING_SAME_THREAD } = require('core/errors').codes;
    if (threadId === 0) throw new ERR_WORKER_MESSAGING_SAME_THREAD();
    throw new ERR_WORKER_MESSAGING_FAILED();
  },
  threadId: 0,
  threadName: '',
  SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
  Worker,
  parentPort: null,
  workerData: null,
  BroadcastChannel,
  setEnvironmentData: function setEnvironmentData(key, value) {
    if (value === undefined) environment.delete(key);
    else environment.set(key, value);
  },
  getEnvironmentData: function getEnvironmentData(key) {
    return environment.get(key);
  },
};

Object.defineProperty(module.exports, 'locks', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => require('web/locks').locks,
});
