'use strict';
// node:worker_threads. Threads are in worker/ (the parent's side in worker/worker, the other in worker/thread), messages in messaging/.

const { objectDefineProperty, symbolFor } = require('core/intrinsics');
const { BroadcastChannel } = require('messaging/broadcast');
const { MessageChannel, MessagePort, moveMessagePortToContext, receiveMessageOnPort } = require('messaging/port');
const { isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable } = require('core/cloneable');

// The data of this thread; undefined on the main thread.
const self = require.has('worker/thread') ? require('worker/thread').self : undefined;

module.exports = {
  isInternalThread: false,
  isMainThread: self === undefined,
  MessagePort,
  MessageChannel,
  markAsUncloneable,
  markAsUntransferable,
  isMarkedAsUntransferable,
  moveMessagePortToContext,
  receiveMessageOnPort,
  resourceLimits: self === undefined ? {} : self.startupData.resourceLimits,
  postMessageToThread: require('worker/thread_messaging').postMessageToThread,
  threadId: self === undefined ? 0 : self.startupData.threadId,
  threadName: self === undefined ? '' : self.startupData.threadName,
  SHARE_ENV: symbolFor('nodejs.worker_threads.SHARE_ENV'),
  Worker: undefined,
  parentPort: self === undefined ? null : self.parentPort,
  workerData: self === undefined ? null : self.workerData,
  BroadcastChannel,
  setEnvironmentData: require('worker/environment_data').setEnvironmentData,
  getEnvironmentData: require('worker/environment_data').getEnvironmentData,
};

function lazy(name, load) {
  objectDefineProperty(module.exports, name, { __proto__: null, configurable: true, enumerable: true, get: load });
}

lazy('Worker', () => {
  const { Worker } = require('worker/worker');
  objectDefineProperty(module.exports, 'Worker', { __proto__: null, value: Worker, writable: true, enumerable: true, configurable: true });
  return Worker;
});
lazy('locks', () => require('web/locks').locks);
