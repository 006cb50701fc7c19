'use strict';
// Agent: assigns sockets to requests.
//
//                        ┌─ a free socket ──────────────────────────────┐
//   request ─▶ addRequest ─ below maxSockets ─▶ createSocket ────────────┴▶ sockets[name] ─▶ request.onSocket()
//                        └─ neither ─▶ requests[name], queued ◀─ 'free' ──┐      │
//                                                                          └──────┘ after the response
//   and with no request queued: freeSockets[name], until the next request, a timeout or the remote end closes it.
//
// A name identifies the remote end: sockets with the same name are interchangeable.

const globals = require('globals');
const {
  arrayPop, arrayPush, arrayShift, arraySplice, mathMax, numberIsFinite, numberParseInt: parseInt, objectKeys,
  objectSetPrototypeOf, objectValues, regexpExec, stringSplit,
} = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { splitAt } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const EventEmitter = require('events');
const { onRead } = require('net/incoming');
const proxies = () => require('http/proxy');

// What a queued request needs later: its options and its async context.
const kRequestOptions = Symbol('requestOptions');
const kRequestFrame = Symbol('requestFrame');
const kOnKeylog = Symbol('onkeylog');
const kProxy = Symbol('proxy');

const DEFAULT_KEEP_ALIVE_BUFFER = 1000;
const KEEP_ALIVE_HINT = /^timeout=(\d+)/;

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  call0(EventEmitter, this);
  this.options = { __proto__: null, ...options };
  this.defaultPort = this.options.defaultPort || 80;
  this.protocol = this.options.protocol || 'http:';
  this.options.noDelay ??= true;
  // Otherwise net would take the request's path for that of a Unix socket.
  this.options.path = null;
  this.requests = { __proto__: null };
  this.sockets = { __proto__: null };
  this.freeSockets = { __proto__: null };
  this.keepAliveMsecs = this.options.keepAliveMsecs || 1000;
  this.keepAlive = this.options.keepAlive || false;
  this.maxSockets = this.options.maxSockets || Agent.defaultMaxSockets;
  this.maxFreeSockets = this.options.maxFreeSockets || 256;
  this.scheduling = this.options.scheduling || 'lifo';
  this.maxTotalSockets = this.options.maxTotalSockets;
  this.totalSocketCount = 0;
  const buffer = this.options.agentKeepAliveTimeoutBuffer;
  this.agentKeepAliveTimeoutBuffer =
    typeof buffer === 'number' && buffer >= 0 && numberIsFinite(buffer) ? buffer : DEFAULT_KEEP_ALIVE_BUFFER;
  const { validateNumber, validateOneOf } = require('core/validate');
  validateOneOf(this.scheduling, 'scheduling', ['fifo', 'lifo']);
  if (this.maxTotalSockets === undefined) this.maxTotalSockets = Infinity;
  else validateNumber(this.maxTotalSockets, 'maxTotalSockets', 1);
  this.on('free', (socket, opts) => releaseSocket(this, socket, opts));
  this.on('newListener', maybeEnableKeylog);
  if (this.options.proxyEnv) this[kProxy] = proxies().proxyOf(this.options.proxyEnv, this.protocol);
}
objectSetPrototypeOf(Agent.prototype, EventEmitter.prototype);
objectSetPrototypeOf(Agent, EventEmitter);

Agent.defaultMaxSockets = Infinity;

const proto = Agent.prototype;

// Key log lines are emitted only if there is a listener, as every socket would need one.
function maybeEnableKeylog(eventName) {
  if (eventName !== 'keylog') return;
  this.removeListener('newListener', maybeEnableKeylog);
  const agent = this;
  this[kOnKeylog] = function onkeylog(keylog) { agent.emit('keylog', keylog, this); };
  for (const sets of each([this.freeSockets, this.sockets])) {
    for (const list of each(objectValues(sets))) for (const socket of each(list)) socket.on('keylog', this[kOnKeylog]);
  }
}

proto.createConnection = function createConnection(...args) {
  const net = require('net');
  const proxy = this[kProxy];
  const options = args[0];
  if (proxy && options !== null && typeof options === 'object' && !options.socketPath &&
      proxies().isProxied(proxy, options.host, options.port)) {
    return net.createConnection(proxies().connectionOptions(proxy, options), args[1]);
  }
  return net.createConnection(...each(args));
};

proto.getName = function getName(options = {}) {
  let name = options.host || 'localhost';
  name += ':';
  if (options.port) name += options.port;
  name += ':';
  if (options.localAddress) name += options.localAddress;
  // Only these two values restrict the addresses.
  if (options.family === 4 || options.family === 6) name += `:${options.family}`;
  if (options.socketPath) name += `:${options.socketPath}`;
  return name;
};

function completeOptions(agent, request, options) {
  const complete = { __proto__: null, ...options, ...agent.options };
  if (complete.socketPath) complete.path = complete.socketPath;
  if (!complete.servername && complete.servername !== '') complete.servername = serverNameOf(complete, request);
  return complete;
}

// The name that the certificate must match: the requested host, without its port.
function serverNameOf(options, request) {
  const header = request.getHeader('host');
  if (!header) return options.host;
  require('core/validate').validateString(header, 'options.headers.host');
  const name = header[0] === '[' ? sliceOf(header, 1, indexIn(header, ']')) : stringSplit(header, ':', 1)[0];
  return require('net/address').isIP(name) === 0 ? name : '';
}

proto.addRequest = function addRequest(request, options, port, localAddress) {
  // The legacy signature: (request, host, port, localAddress).
  if (typeof options === 'string') options = { __proto__: null, host: options, port, localAddress };
  options = completeOptions(this, request, options);
  const name = this.getName(options);
  const used = this.sockets[name] ??= [];
  const free = this.freeSockets[name];
  const socket = free === undefined ? undefined : popFreeSocket(this, name, free);
  const count = (free === undefined ? 0 : free.length) + used.length;
  if (socket) {
    stopGuarding(socket);
    const { highWaterMark } = options;
    if (highWaterMark !== null && highWaterMark !== undefined && socket.writableHighWaterMark !== highWaterMark) {
      socket._writableState.highWaterMark = highWaterMark;
    }
    this.reuseSocket(socket, request);
    setRequestSocket(this, request, socket);
    arrayPush(used, socket);
  } else if (count < this.maxSockets && this.totalSocketCount < this.maxTotalSockets) {
    this.createSocket(request, options, (error, created) => {
      if (error) request.onSocket(created, error);
      else setRequestSocket(this, request, created);
    });
  } else {
    request[kRequestOptions] = options;
    request[kRequestFrame] = __hexloop_context__;
    arrayPush((this.requests[name] ??= []), request);
  }
};

function popFreeSocket(agent, name, free) {
  while (free.length > 0 && free[0].destroyed) arrayShift(free);
  const socket = agent.scheduling === 'fifo' ? arrayShift(free) : arrayPop(free);
  if (free.length === 0) delete agent.freeSockets[name];
  return socket;
}

proto.createSocket = function createSocket(request, options, callback) {
  options = completeOptions(this, request, options);
  const name = this.getName(options);
  options._agentKey = name;
  options.encoding = null;
  let isCreated = false;
  const oncreate = (error, socket) => {
    if (isCreated) return;
    isCreated = true;
    if (error) {
      callback(error);
      return;
    }
    arrayPush((this.sockets[name] ??= []), socket);
    this.totalSocketCount++;
    installListeners(this, socket, options);
    callback(null, socket);
  };
  if (this.keepAlive) {
    options.keepAlive = this.keepAlive;
    options.keepAliveInitialDelay = this.keepAliveMsecs;
  }
  const socket = this.createConnection(options, oncreate);
  if (socket) oncreate(null, socket);
};

function installListeners(agent, socket, options) {
  function onFree() {
    agent.emit('free', socket, options);
  }
  function untrack() {
    agent.totalSocketCount--;
    agent.removeSocket(socket, options);
  }
  function onClose() {
    untrack();
  }
  // A socket in use is left to its request.
  function onTimeout() {
    for (const list of each(objectValues(agent.freeSockets))) {
      if (isIn(list, socket)) {
        socket.destroy();
        return;
      }
    }
  }
  // It is no longer an HTTP connection.
  function onRemove() {
    untrack();
    socket.removeListener('close', onClose);
    socket.removeListener('free', onFree);
    socket.removeListener('timeout', onTimeout);
    socket.removeListener('agentRemove', onRemove);
  }
  socket.on('free', onFree);
  socket.on('close', onClose);
  socket.on('timeout', onTimeout);
  socket.on('agentRemove', onRemove);
  if (agent[kOnKeylog]) socket.on('keylog', agent[kOnKeylog]);
}

// 'free': hands the socket to the next queued request, or keeps it.
function releaseSocket(agent, socket, options) {
  const name = agent.getName(options);
  // The remote end has closed it.
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const pending = agent.requests[name];
  if (pending?.length) {
    const request = arrayShift(pending);
    if (pending.length === 0) delete agent.requests[name];
    inContextOf(request, () => setRequestSocket(agent, request, socket));
    return;
  }
  // None, if the request was destroyed before it was sent.
  const request = socket._httpMessage;
  if ((request && !request.shouldKeepAlive) || !agent.keepAlive) {
    socket.destroy();
    return;
  }
  const free = agent.freeSockets[name] || [];
  const count = free.length + (agent.sockets[name]?.length ?? 0);
  if (agent.totalSocketCount > agent.maxTotalSockets || count > agent.maxSockets ||
      free.length >= agent.maxFreeSockets || !agent.keepSocketAlive(socket)) {
    socket.destroy();
    return;
  }
  agent.freeSockets[name] = free;
  socket._httpMessage = null;
  agent.removeSocket(socket, options);
  socket.once('error', freeSocketErrorListener);
  arrayPush(free, socket);
  guard(socket);
}

// What arrives while nobody has asked would be taken as the response to the next request: it ends the socket.
function guard(socket) {
  const handle = socket._handle;
  if (socket.readableLength > 0) socket.destroy();
  if (!handle || handle.onread !== onRead || socket.connecting || socket.destroyed) return;
  handle.onread = destroyOwner;
  if (!handle.reading) handle.readStart();
}

function stopGuarding(socket) {
  const handle = socket._handle;
  if (handle?.onread === destroyOwner) handle.onread = onRead;
}

function destroyOwner(count) {
  if (count !== 0) this.owner.destroy();
}

// A queued request continues in the async context in which it was made.
function inContextOf(request, action) {
  const before = __hexloop_context__;
  if (request[kRequestFrame] !== undefined) __hexloop_context__ = request[kRequestFrame];
  request[kRequestFrame] = undefined;
  try {
    action();
  } finally {
    __hexloop_context__ = before;
  }
}

function freeSocketErrorListener() {
  this.destroy();
}

proto.removeSocket = function removeSocket(socket, options) {
  const name = this.getName(options);
  removeFrom(this.sockets, name, socket);
  if (!socket.writable) removeFrom(this.freeSockets, name, socket);
  // There is capacity for another socket: for a request queued for this name, or for a name without any socket.
  const { 0: request, 1: requestOptions } = nextPendingRequest(this, name, options);
  if (request === undefined) return;
  request[kRequestOptions] = undefined;
  inContextOf(request, () => this.createSocket(request, requestOptions, (error, created) => {
    if (error) request.onSocket(null, error);
    else created.emit('free');
  }));
};

function removeFrom(sets, name, socket) {
  const list = sets[name];
  const index = list === undefined ? -1 : indexIn(list, socket);
  if (index === -1) return;
  arraySplice(list, index, 1);
  if (list.length === 0) delete sets[name];
}

function nextPendingRequest(agent, name, options) {
  if (agent.requests[name]?.length) return [agent.requests[name][0], options];
  for (const other of each(objectKeys(agent.requests))) {
    // Its requests continue when one of its own sockets is free.
    if (agent.sockets[other]?.length) break;
    const request = agent.requests[other][0];
    if (request[kRequestOptions]) return [request, request[kRequestOptions]];
    break;
  }
  return [];
}

// Whether the server will keep the connection open long enough for another request.
proto.keepSocketAlive = function keepSocketAlive(socket) {
  socket.setKeepAlive(true, this.keepAliveMsecs);
  socket.unref();
  let agentTimeout = this.options.timeout || 0;
  const hint = regexpExec(KEEP_ALIVE_HINT, socket._httpMessage?.res?.headers['keep-alive']);
  if (hint !== null) {
    const hintedTimeout = mathMax(0, parseInt(hint[1], 10) * 1000 - this.agentKeepAliveTimeoutBuffer);
    if (hintedTimeout === 0) return false;
    if (hintedTimeout < agentTimeout) agentTimeout = hintedTimeout;
  }
  if (socket.timeout !== agentTimeout) socket.setTimeout(agentTimeout);
  return true;
};

proto.reuseSocket = function reuseSocket(socket, request) {
  socket.removeListener('error', freeSocketErrorListener);
  request.reusedSocket = true;
  socket.ref();
};

proto.destroy = function destroy() {
  for (const sets of each([this.freeSockets, this.sockets])) {
    for (const name of each(objectKeys(sets))) for (const socket of each(sliceOf(sets[name]))) socket.destroy();
  }
};

function setRequestSocket(agent, request, socket) {
  request.onSocket(socket);
  const agentTimeout = agent.options.timeout || 0;
  if (request.timeout === undefined || request.timeout === agentTimeout) return;
  socket.setTimeout(request.timeout);
}

// ---- the default agent

let globalAgent;

// The environment, if its proxy variables are to be used.
function proxyEnvironment() {
  const args = [...each(splitAt(globals.process.env.NODE_OPTIONS ?? '', /\s+/g)), ...each(globals.process.execArgv)];
  const usesProxies = globals.process.env.NODE_USE_ENV_PROXY === '1' || isIn(args, '--use-env-proxy');
  return usesProxies ? { ...globals.process.env } : undefined;
}

function makeGlobalAgent() {
  return new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv: proxyEnvironment() });
}

const getGlobalAgent = () => globalAgent ??= makeGlobalAgent();

function setGlobalAgent(agent) {
  globalAgent = agent;
}

module.exports = { Agent, getGlobalAgent, kProxy, proxyEnvironment, setGlobalAgent };
