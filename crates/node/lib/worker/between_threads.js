'use strict';
// postMessageToThread(): from any thread to any other, without a port between them.

async function postMessageToThread(threadId) {
  const { ERR_WORKER_MESSAGING_FAILED, ERR_WORKER_MESSAGING_SAME_THREAD } = require('core/errors').codes;
  if (threadId === require('worker_threads').threadId) throw new ERR_WORKER_MESSAGING_SAME_THREAD();
  throw new ERR_WORKER_MESSAGING_FAILED();
}

module.exports = { postMessageToThread };
