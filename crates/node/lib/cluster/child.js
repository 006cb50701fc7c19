'use strict';
// A worker: gets its listening handles from the primary.
//
// server.listen() and socket.bind() query the primary (_getServer) and get a handle: the socket itself, or a stand-in for a
// listener whose connections arrive as messages. The worker exits when the channel closes.

const { SafeMap, SafeSet } = require('core/safe/collections');
const globals = require('globals');
const { call1 } = require('core/safe/calls');
const { objectAssign } = require('core/intrinsics');
const { each, valuesOf } = require('core/safe/walk');
const EventEmitter = require('events');
const { makeReceiver, send } = require('cluster/messages');
const Worker = require('cluster/worker');

const TIMEOUT_MAX = 2 ** 31 - 1;

const cluster = new EventEmitter();
module.exports = cluster;

// Listening handles, by key.
const handles = new SafeMap();
// The n-th server of this worker on an address and port shares with the n-th of every other worker: port 0 is then the same port
// in all of them, and a different one for each server.
const indexes = new SafeMap();

cluster.isWorker = true;
cluster.isMaster = false;
cluster.isPrimary = false;
cluster.worker = null;
cluster.Worker = Worker;

const sendToPrimary = (message, callback) => send(globals.process, message, undefined, callback);

// Called at start-up, before the program.
cluster._setupWorker = (0, function() {
  const worker = new Worker({ id: globals.process.env.NODE_UNIQUE_ID | 0, process: globals.process, state: 'online' });
  cluster.worker = worker;
  globals.process.once('disconnect', () => {
    globals.process.channel = null;
    worker.emit('disconnect');
    // The primary is gone, or disconnected the worker.
    if (!worker.exitedAfterDisconnect) globals.process.exit(0);
  });
  globals.process.on('internalMessage', makeReceiver((message, handle) => {
    if (message.act === 'newconn') acceptConnection(message, handle);
    else if (message.act === 'disconnect') closeAndDisconnect(worker, true);
  }));
  sendToPrimary({ act: 'online' });
});

function takeIndex(name) {
  let entry = indexes.get(name);
  if (entry === undefined) indexes.set(name, entry = { next: 0, used: new SafeSet() });
  entry.used.add(entry.next);
  return entry.next++;
}

function releaseIndex(name, index) {
  const entry = indexes.get(name);
  if (entry?.used.delete(index) && entry.used.size === 0) indexes.delete(name);
}

// callback(errno, handle)
cluster._getServer = (0, function(server, options, callback) {
  let { address } = options;
  // The primary may have another working directory.
  if (options.port < 0 && typeof address === 'string') address = require('path').resolve(address);
  const name = `${address}:${options.port}:${options.addressType}:${options.fd}`;
  const index = takeIndex(name);
  const message = { act: 'queryServer', index, data: server._getServerData?.() ?? null, ...options, address };
  sendToPrimary(message, (reply, handle) => {
    // The primary is gone.
    if (reply === undefined) return;
    server._setServerData?.(reply.data);
    const release = () => {
      handles.delete(reply.key);
      releaseIndex(name, index);
    };
    if (reply.errno) {
      release();
      callback(reply.errno, null);
      return;
    }
    const listener = handle ? notifyOnClose(handle, reply.key, release) : new RemoteListener(reply, release);
    handles.set(reply.key, listener);
    callback(0, listener);
  });
  server.once('listening', () => {
    cluster.worker.state = 'listening';
    sendToPrimary({ ...message, act: 'listening', port: server.address()?.port || options.port });
  });
});

// A shared socket: notifies the primary when it is closed here.
function notifyOnClose(handle, key, release) {
  const { close } = handle;
  let isOpen = true;
  handle.close = function(callback) {
    if (isOpen) {
      isOpen = false;
      sendToPrimary({ act: 'close', key });
      release();
    }
    return call1(close, this, callback);
  };
  return handle;
}

// A listener in the primary. Like an open listener it keeps the loop alive.
class RemoteListener {
  owner = null;
  onconnection = () => {};
  #key;
  #sockname;
  #release;
  #timer = null;

  constructor({ key, sockname }, release) {
    this.#key = key;
    this.#sockname = sockname;
    this.#release = release;
    this.ref();
  }

  get isPipe() { return !this.#sockname; }

  // The backlog was sent to the primary with the query.
  listen() { return 0; }

  getsockname(out) {
    if (this.#sockname) objectAssign(out, this.#sockname);
    return 0;
  }

  hasRef() { return this.#timer !== null; }

  ref() {
    if (this.#key !== undefined) this.#timer ??= globals.setInterval(() => {}, TIMEOUT_MAX);
  }

  unref() {
    globals.clearInterval(this.#timer);
    this.#timer = null;
  }

  close(callback) {
    if (this.#key === undefined) return;
    this.unref();
    sendToPrimary({ act: 'close', key: this.#key });
    this.#key = undefined;
    this.#release();
    if (typeof callback === 'function') require('loop/ticks').nextTick(callback);
  }
}

// The primary hands a connection that is not accepted to another worker.
function acceptConnection({ key, seq }, connection) {
  const listener = handles.get(key);
  let accepted = listener !== undefined && connection !== undefined;
  const server = listener?.owner;
  if (accepted && server && server.maxConnections != null && server._connections >= server.maxConnections) {
    accepted = Boolean(server.dropMaxConnection);
  }
  sendToPrimary({ ack: seq, accepted });
  if (accepted) listener.onconnection(0, connection);
  else connection?.close();
}

// ---- disconnect

// Closes the listening handles, waits for their connections, and closes the channel.
function closeAndDisconnect(worker, primaryInitiated) {
  worker.exitedAfterDisconnect = true;
  let waitingCount = 1;
  const checkWaitingCount = () => {
    if (--waitingCount !== 0) return;
    if (primaryInitiated) disconnect();
    else sendToPrimary({ act: 'exitedAfterDisconnect' }, disconnect);
  };
  for (const handle of each(valuesOf(handles))) {
    waitingCount++;
    if (handle.owner) handle.owner.close(checkWaitingCount);
    else handle.close(checkWaitingCount);
  }
  handles.clear();
  checkWaitingCount();
}

// The primary may be gone by now.
function disconnect() {
  if (globals.process.connected) globals.process.disconnect();
}

Worker.prototype.disconnect = function() {
  if (this.state !== 'disconnecting' && this.state !== 'destroying') {
    this.state = 'disconnecting';
    closeAndDisconnect(this, false);
  }
  return this;
};

Worker.prototype.destroy = function() {
  if (this.state === 'destroying') return;
  this.exitedAfterDisconnect = true;
  if (!this.isConnected()) globals.process.exit(0);
  this.state = 'destroying';
  sendToPrimary({ act: 'exitedAfterDisconnect' }, disconnect);
  globals.process.once('disconnect', () => globals.process.exit(0));
};
