'use strict';
// The Worker class: the parent's side. The other side is worker/thread.js; the thread itself crates/node/src/worker.rs.

const globals = require('globals');
const { arrayIsArray, arrayJoin, arrayMap, jsonStringify, mathMax, objectKeys, reflectApply } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { promiseReject, promiseResolve, promiseThen } = require('core/safe/promises');
const { each, keysOf, valuesOf } = require('core/safe/walk');
const EventEmitter = require('events');
const { recordOrigin } = require('why/origins');
const { codes } = require('core/errors');
const { MessageQueue } = require('messaging/delivery');
const { decode, encode, post } = require('messaging/wire');
const { kQueue, portFromEnd } = require('messaging/port');
const { limitsFrom, programFrom, environmentFrom, nameFrom, heapBytes, checkedArguments, checkedExecArguments } = require('worker/options');
const native = binding('worker');
const messaging = binding('messaging');

// Removes undefined properties: most workers have no data, and then the message is plain JSON.
function withoutUndefined(values) {
  for (const name of each(objectKeys(values))) if (values[name] === undefined) delete values[name];
  return values;
}

// The built-in JavaScript needs this much to start a program.
const MIN_STACK_MB = 0.25;

// In seconds: V8's 32-bit limit in microseconds.
const MAX_SAMPLE_INTERVAL = 2147483.647;

// Running workers of this thread, by thread id.
const running = new SafeMap();
let runningWorkers;

class Worker extends EventEmitter {
  #id;
  #name;
  #limits;
  #port;
  #control;
  #streams;
  #isPrinted;
  #pendingRequests = new SafeMap();
  #isReferenced = true;
  #resource;
  #isTerminated = false;
  // The async context in which it was created, for its 'exit'.
  #frame = __hexloop_context__;

  constructor(filename, options = {}) {
    super();
    options ??= {};
    if (options.execArgv && !arrayIsArray(options.execArgv)) throw new codes.ERR_INVALID_ARG_TYPE('options.execArgv', 'Array', options.execArgv);
    const args = checkedArguments(options.argv);
    const { kind, program } = programFrom(filename, options);
    const env = environmentFrom(options.env);
    this.#name = nameFrom(options.name);
    this.#limits = limitsFrom(options.resourceLimits);
    const { execArgv, applied } = checkedExecArguments(options);
    this.#start({ kind, program, env, args, execArgv, applied, options });
    this.#listen();
    if (options.stdout || options.stderr || options.stdin) this.#streams = this.#makeStreams(options);
    this.#isPrinted = { stdout: !options.stdout, stderr: !options.stderr };
    this.performance = { eventLoopUtilization: (...given) => this.#eventLoopUtilization(...each(given)) };
    if (require.has('diagnostics_channel')) require('worker/diagnostics').created(this);
    globals.process.nextTick(() => globals.process.emit('worker', this));
  }

  #start({ kind, program, env, args, execArgv, applied, options }) {
    const { environmentData } = require('worker/environment_data');
    const { 0: control, 1: theirControl } = messaging.createPair();
    const { 0: publicEnd, 1: theirPublic } = messaging.createPair();
    let first;
    try {
      first = encode(withoutUndefined({ workerData: options.workerData, environmentData: environmentData() }), [...each(options.transferList ?? [])]);
    } catch (error) {
      for (const end of each([control, theirControl, publicEnd, theirPublic])) messaging.close(end);
      throw error;
    }
    post(control, first);
    if (__hexloop_resources__ !== undefined) this.#resource = this.#makeResource();
    const id = native.nextThreadId();
    const { open, prepare } = require('worker/thread_messaging');
    open();
    const startupData = {
      threadId: id, threadName: this.#name, kind, program, hasInput: Boolean(options.stdin), env,
      resourceLimits: require('worker/options').effective(this.#limits), tracksUnmanagedFds: Boolean(options.trackUnmanagedFds ?? true),
      // Only if it differs from the applied options.
      execArgv: applied !== undefined && applied.length !== execArgv.length ? execArgv : undefined,
    };
    const shownAs = kind === 'eval' ? '[worker eval]' : program;
    const stack = mathMax(this.#limits.stackSizeMb, MIN_STACK_MB) * 1024 * 1024;
    const failure = native.start(id, jsonStringify(startupData), `${theirControl},${theirPublic},${prepare(id)}`, arrayJoin([shownAs, ...each(args)], '\0'),
                                 arrayJoin(applied ?? execArgv, '\0'), this.#name, stack, applied !== undefined, heapBytes(this.#limits));
    if (failure !== undefined) throw new codes.ERR_WORKER_INIT_FAILED(failure);
    this.#id = id;
    this.#port = portFromEnd(publicEnd);
    this.#control = new MessageQueue((raw) => this.#onControlMessage(decode(raw).value), () => {});
    this.#control.attachEnd(control);
    this.#control.start();
    running.set(id, this);
    if (recordOrigin !== undefined) recordOrigin(this);
  }

  // The resource of a worker for async hooks; removed after 'exit'.
  #makeResource() {
    const resource = new ({ Worker: class {} }.Worker)();
    resource.hasRef = () => (this.#resource === undefined ? undefined : this.#isReferenced);
    __hexloop_resources__.emitInit(resource, 'WORKER');
    return resource;
  }

  #endResource() {
    if (this.#resource === undefined) return;
    __hexloop_resources__.emitDestroy(this.#resource);
    require('loop/immediates').setImmediate(() => { this.#resource = undefined; });
  }

  #listen() {
    const port = this.#port;
    port.on('message', (message) => this.emit('message', message));
    port.on('messageerror', (error) => this.emit('messageerror', error));
    port.unref();
    port[kQueue].stop();
    // Nothing is received without a listener, and a listener keeps the loop alive.
    this.on('newListener', (name) => {
      if (name !== 'message' || this.listenerCount('message') !== 0) return;
      this.#port?.ref();
      this.#port?.start();
    });
    this.on('removeListener', (name) => {
      if (name === 'message' && this.listenerCount('message') === 0) this.#port?.unref();
    });
  }

  #sendControl(message) {
    if (this.#control === undefined) return;
    post(this.#control.end, encode(message));
  }

  #onControlMessage(message) {
    switch (message.is) {
      case 'online':
        this.emit('online');
        return;
      case 'output':
        this.#output(message.name, message.bytes);
        return;
      case 'error':
        // After termination, also during the loading of a module, whatever the thread does next may fail.
        if (this.#isTerminated) return;
        this.emit('error', require('worker/error_serdes').unpack(message.error));
        return;
      case 'unserializable':
        this.emit('error', new codes.ERR_WORKER_UNSERIALIZABLE_ERROR());
        return;
      case 'answer': {
        const pending = this.#pendingRequests.get(message.id);
        this.#pendingRequests.delete(message.id);
        pending?.resolve(message.value);
        return;
      }
    }
  }

  // ---- streams

  #makeStreams(options = {}) {
    return require('worker/parent_stdio').make((bytes) => this.#sendControl({ is: 'input', bytes }), options.stdin);
  }

  get #opened() {
    return this.#streams ??= this.#makeStreams();
  }

  #output(name, bytes) {
    const chunk = globals.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.#isPrinted[name]) globals.process[name].write(chunk);
    this.#streams?.[name].push(chunk);
  }

  get stdin() {
    return this.#streams?.stdin ?? null;
  }

  get stdout() {
    return this.#opened.stdout;
  }

  get stderr() {
    return this.#opened.stderr;
  }

  // ---- exit

  ended(code, failure, isOutOfMemory) {
    if (this.#frame !== null) __hexloop_context__ = this.#frame;
    if (this.#resource !== undefined) __hexloop_resources__.emitBefore(this.#resource);
    running.delete(this.#id);
    this.#port.unref();
    // Messages that the thread sent come before its exit.
    for (const queue of each([this.#port[kQueue], this.#control])) {
      let message;
      while (queue.receiving && (message = queue.next()) !== undefined) queue.deliver(message);
      queue.close();
    }
    this.#port = undefined;
    this.#control = undefined;
    this.#id = undefined;
    for (const { reject } of each(valuesOf(this.#pendingRequests))) reject(new codes.ERR_WORKER_NOT_RUNNING());
    this.#streams?.stdout.push(null);
    this.#streams?.stderr.push(null);
    if (failure !== undefined) this.emit('error', new codes.ERR_WORKER_INIT_FAILED(failure));
    if (isOutOfMemory) this.emit('error', new codes.ERR_WORKER_OUT_OF_MEMORY('JS heap out of memory'));
    this.emit('exit', code);
    if (this.#resource !== undefined) __hexloop_resources__.emitAfter();
    this.#endResource();
  }

  terminate(callback) {
    if (typeof callback === 'function') {
      globals.process.emitWarning('Passing a callback to worker.terminate() is deprecated. It returns a Promise instead.', 'DeprecationWarning', 'DEP0132');
      this.once('exit', (code) => callback(null, code));
    }
    if (this.#id === undefined) return promiseResolve();
    this.ref();
    this.#isTerminated = true;
    native.terminate(this.#id);
    return new __hexloop_promise__((resolve) => this.once('exit', resolve));
  }

  async [Symbol.asyncDispose]() {
    await this.terminate();
  }

  postMessage(...args) {
    this.#port?.postMessage(...each(args));
  }

  // For process/resources.js: Node has no name for a worker there.
  static {
    runningWorkers = () => arrayMap(valuesOf(running), (resource) => ({
      name: 'Worker', resource, isReferenced: resource.#isReferenced, detail: `thread ${resource.#id}`,
    }));
  }

  ref() {
    if (this.#id === undefined) return;
    this.#isReferenced = true;
    native.setRef(this.#id, true);
    this.#port.ref();
  }

  unref() {
    if (this.#id === undefined) return;
    this.#isReferenced = false;
    native.setRef(this.#id, false);
    this.#port.unref();
  }

  // ---- properties and statistics

  get threadId() {
    return this.#id ?? -1;
  }

  get threadName() {
    return this.#id === undefined ? null : this.#name;
  }

  get resourceLimits() {
    return this.#id === undefined ? {} : { ...this.#limits };
  }

  #request(what) {
    if (this.#id === undefined) return promiseReject(new codes.ERR_WORKER_NOT_RUNNING());
    return new __hexloop_promise__((resolve, reject) => {
      const id = this.#pendingRequests.size === 0 ? 1 : reflectApply(mathMax, undefined, keysOf(this.#pendingRequests)) + 1;
      this.#pendingRequests.set(id, { resolve, reject });
      this.#sendControl({ is: 'ask', id, what });
    });
  }

  getHeapStatistics() {
    return this.#request('heapStatistics');
  }

  cpuUsage(prev) {
    if (prev) checkTimes(prev);
    return promiseThen(this.#request('cpuUsage'), ({ user, system }) => (prev ? { user: user - prev.user, system: system - prev.system } : { user, system }));
  }

  // ---- not supported by the engine; arguments are validated nevertheless

  getHeapSnapshot(options) {
    const { validateBoolean, validateObject } = require('core/validate');
    if (options !== undefined) {
      validateObject(options, 'options');
      for (const name of each(['exposeInternals', 'exposeNumericValues'])) if (options[name] !== undefined) validateBoolean(options[name], `options.${name}`);
    }
    return this.#refuse('getHeapSnapshot');
  }

  startCpuProfile(options) {
    const { validateNumber, validateObject } = require('core/validate');
    if (options !== undefined) {
      validateObject(options, 'options');
      const { sampleInterval, maxBufferSize } = options;
      if (sampleInterval !== undefined) validateNumber(sampleInterval, 'options.sampleInterval', 0, MAX_SAMPLE_INTERVAL);
      if (maxBufferSize !== undefined) validateNumber(maxBufferSize, 'options.maxBufferSize', 1, 2 ** 32 - 1);
    }
    return this.#refuse('startCpuProfile');
  }

  startHeapProfile(options) {
    if (options !== undefined) require('core/validate').validateObject(options, 'options');
    return this.#refuse('startHeapProfile');
  }

  #refuse(name) {
    if (this.#id === undefined) return promiseReject(new codes.ERR_WORKER_NOT_RUNNING());
    throw require('core/not_implemented').notImplemented(`worker_threads.Worker.${name}`);
  }

  // Since its loop started, since an earlier result, or between two; zero before it started and after it exited.
  #eventLoopUtilization(later, earlier) {
    const times = this.#id === undefined ? undefined : native.loopTimes(this.#id);
    if (times === undefined) return { idle: 0, active: 0, utilization: 0 };
    const utilizationOf = (idle, active) => ({ idle, active, utilization: idle + active === 0 ? 0 : active / (idle + active) });
    if (earlier) return utilizationOf(later.idle - earlier.idle, later.active - earlier.active);
    const { 0: idle, 1: since } = times;
    const active = since - idle;
    return later ? utilizationOf(idle - later.idle, active - later.active) : utilizationOf(idle, active);
  }
}

for (const name of each(['getHeapSnapshot', 'startCpuProfile', 'startHeapProfile'])) require('core/not_implemented').markUnimplemented(Worker.prototype[name]);

// The result of an earlier cpuUsage().
function checkTimes(prev) {
  const { validateNumber, validateObject } = require('core/validate');
  validateObject(prev, 'prev');
  for (const name of each(['user', 'system'])) {
    const value = prev[name];
    validateNumber(value, `prev.${name}`);
    if (value < 0 || value > Number.MAX_SAFE_INTEGER) throw new codes.ERR_OUT_OF_RANGE(`prev.${name}`, `>= 0 && <= ${Number.MAX_SAFE_INTEGER}`, value);
  }
}

// Called by Rust in the poll phase.
binding('loop').connect('workerExit', (id, code, failure, isOutOfMemory) => {
  const worker = running.get(id);
  if (worker !== undefined) require('loop/ticks').runCallback(() => worker.ended(code, failure, isOutOfMemory));
});

module.exports = { Worker, running, runningWorkers };
