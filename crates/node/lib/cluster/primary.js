'use strict';
// The primary: cluster.fork(), the settings, and the table of listening handles.

const { SafeMap } = require('core/safe/collections');
const globals = require('globals');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { objectKeys, objectValues } = require('core/intrinsics');
const EventEmitter = require('events');
const { nextTick } = require('loop/ticks');
const { dropPending, makeReceiver, send } = require('cluster/messages');
const Worker = require('cluster/worker');

const SCHED_NONE = 1;
const SCHED_RR = 2;

const cluster = new EventEmitter();
module.exports = cluster;

// For cluster.disconnect().
const intercom = new EventEmitter();
// Listening handles, by key.
const handles = new SafeMap();
let lastId = 0;
let initialized = false;
let policy = SCHED_RR;

cluster.isWorker = false;
cluster.isMaster = true;
cluster.isPrimary = true;
cluster.Worker = Worker;
cluster.workers = {};
cluster.settings = {};
cluster.SCHED_NONE = SCHED_NONE;
cluster.SCHED_RR = SCHED_RR;
cluster.schedulingPolicy = { __proto__: null, none: SCHED_NONE, rr: SCHED_RR }[globals.process.env.NODE_CLUSTER_SCHED_POLICY] ?? SCHED_RR;

// The scheduling policy of the first call is final.
cluster.setupPrimary = (0, function(options) {
  const settings = {
    args: sliceOf(globals.process.argv, 2),
    exec: globals.process.argv[1],
    execArgv: globals.process.execArgv,
    silent: false,
    ...cluster.settings,
    ...options,
  };
  cluster.settings = settings;
  if (!initialized) {
    initialized = true;
    policy = cluster.schedulingPolicy;
    if (policy !== SCHED_NONE && policy !== SCHED_RR) {
      const { ERR_INTERNAL_ASSERTION } = require('core/errors').codes;
      throw new ERR_INTERNAL_ASSERTION(`Bad cluster.schedulingPolicy: ${policy}`);
    }
  }
  nextTick(() => cluster.emit('setup', settings));
});
cluster.setupMaster = cluster.setupPrimary;

function createWorkerProcess(id, env) {
  const { exec, args, cwd, serialization, silent, windowsHide, execArgv, stdio, gid, uid } = cluster.settings;
  return require('child_process').fork(exec, args, {
    cwd,
    env: { ...globals.process.env, ...env, NODE_UNIQUE_ID: `${id}` },
    serialization,
    silent,
    windowsHide,
    execArgv,
    stdio,
    gid,
    uid,
  });
}

cluster.fork = (0, function(env) {
  cluster.setupPrimary();
  const id = ++lastId;
  const worker = new Worker({ id, process: createWorkerProcess(id, env) });
  worker.on('message', (message, handle) => cluster.emit('message', worker, message, handle));
  worker.process.once('exit', (code, signal) => {
    // Messages that are still in the channel come first.
    if (!worker.isConnected()) {
      removeHandles(worker);
      dropPending(worker.process);
      removeWorker(worker);
    }
    setStateAndEmit(worker, 'dead', 'exit', code, signal);
  });
  worker.process.once('disconnect', () => {
    removeHandles(worker);
    dropPending(worker.process);
    if (worker.isDead()) removeWorker(worker);
    setStateAndEmit(worker, 'disconnected', 'disconnect');
  });
  worker.process.on('internalMessage', makeReceiver((message) => handlers[message.act]?.(worker, message)));
  nextTick(() => cluster.emit('fork', worker));
  cluster.workers[worker.id] = worker;
  return worker;
});

function setStateAndEmit(worker, state, event, ...details) {
  worker.exitedAfterDisconnect = Boolean(worker.exitedAfterDisconnect);
  worker.state = state;
  worker.emit(event, ...each(details));
  cluster.emit(event, worker, ...each(details));
}

function removeWorker(worker) {
  delete cluster.workers[worker.id];
  if (objectKeys(cluster.workers).length === 0) intercom.emit('disconnect');
}

function removeHandles(worker) {
  for (const { 0: key, 1: handle } of each(handles)) {
    if (handle.remove(worker)) handles.delete(key);
  }
}

// As in Node, the callback runs when cluster.workers is empty for the first time.
cluster.disconnect = (0, function(callback) {
  const workers = objectValues(cluster.workers);
  if (workers.length === 0) nextTick(() => intercom.emit('disconnect'));
  for (const worker of each(workers)) {
    if (worker.isConnected()) worker.disconnect();
  }
  if (typeof callback === 'function') intercom.once('disconnect', callback);
});

// ---- requests of workers

const handlers = {
  __proto__: null,

  online(worker) {
    worker.state = 'online';
    worker.emit('online');
    cluster.emit('online', worker);
  },

  listening(worker, { addressType, address, port, fd }) {
    worker.state = 'listening';
    const info = { addressType, address, port, fd };
    worker.emit('listening', info);
    cluster.emit('listening', worker, info);
  },

  exitedAfterDisconnect(worker, { seq }) {
    worker.exitedAfterDisconnect = true;
    send(worker.process, { ack: seq });
  },

  close(worker, { key }) {
    if (handles.get(key)?.remove(worker)) handles.delete(key);
  },

  queryServer(worker, message) {
    // The worker is exiting.
    if (worker.exitedAfterDisconnect) return;
    const { address, port, addressType, fd, index } = message;
    const key = `${address}:${port}:${addressType}:${fd}:${index}`;
    let handle = handles.get(key);
    if (handle === undefined) {
      handle = makeHandle(key, message);
      handles.set(key, handle);
    }
    handle.data ||= message.data;
    handle.add(worker, (errno, reply, shared) => {
      const { data } = handle;
      // The next query tries again.
      if (errno && handles.get(key) === handle) handles.delete(key);
      send(worker.process, { errno, key, ack: message.seq, data, ...reply }, shared);
    });
  },
};

function makeHandle(key, message) {
  const address = shortenPath(message);
  const isDatagram = message.addressType === 'udp4' || message.addressType === 'udp6';
  if (policy === SCHED_NONE || isDatagram) return new (require('cluster/shared_handle'))(address, message);
  return new (require('cluster/round_robin'))(key, address, message);
}

// A socket path is limited to about a hundred bytes; relative to the working directory it may be shorter.
function shortenPath({ address, port }) {
  if (!(port < 0) || typeof address !== 'string') return address;
  const relative = require('path').relative(globals.process.cwd(), address);
  return relative.length < address.length ? relative : address;
}

// ---- the worker, in the primary

Worker.prototype.disconnect = function() {
  this.exitedAfterDisconnect = true;
  send(this.process, { act: 'disconnect' });
  removeHandles(this);
  removeWorker(this);
  return this;
};

Worker.prototype.destroy = function(signal) {
  this.process.kill(signal || 'SIGTERM');
};
