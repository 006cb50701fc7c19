'use strict';
// node:worker_threads: there is one thread yet, and it is the main one. What would start or reach another refuses.

const { refusingAll } = require('core/not_yet');

const environment = new Map();

module.exports = {
  isMainThread: true,
  isInternalThread: false,
  parentPort: null,
  workerData: null,
  threadId: 0,
  threadName: '',
  resourceLimits: {},
  SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
  getEnvironmentData: (key) => environment.get(key),
  setEnvironmentData(key, value) {
    if (value === undefined) environment.delete(key);
    else environment.set(key, value);
  },
  ...refusingAll('worker_threads', ['Worker', 'MessageChannel', 'MessagePort', 'BroadcastChannel', 'locks', 'markAsUncloneable',
    'markAsUntransferable', 'isMarkedAsUntransferable', 'moveMessagePortToContext', 'postMessageToThread', 'receiveMessageOnPort']),
};
