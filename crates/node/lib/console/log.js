'use strict';

// The part of every console that runs on each call.
//
// console/global.js loads this file for anything but printing one string. Strings, numbers and other primitives need nothing else;
// the formatter (inspect/…), the rarer methods (console/methods) and the checks of the Console constructor (console/construct) are
// loaded on first use.
//
//   console.log(args) ──► textOf: joins primitives itself, anything else through inspect/format
//                    ──► output.write: straight to the file descriptor, unless the program has replaced something (process.stdout,
//                        process.stdout.write, console._stdout = …); then through that stream, as in Node.
//
// Node reads process.stdout when the console first writes, and keeps it. The same moment counts here; but the stream object is not
// created as long as nothing uses it.
//
// process/process.js stores its own stdout and stderr properties in binding('stdio').originalProperties; the code that creates the streams calls
// onStreamCreated(fd, stream), so that a patched `write` is noticed.

const {
  objectAssign, objectDefineProperties, objectDefineProperty, objectGetOwnPropertyDescriptor, objectValues, reflectConstruct,
  stringReplaceAll,
} = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { isIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const stdio = binding('stdio');
const defaults = require('inspect/defaults');

const kState = Symbol('kState');

// `process` is created on first use; until then a program cannot have replaced its streams.
const isProcessLoaded = () => require.has('process/process');
const getProcess = () => require('process/process');

function isColourForced() {
  return (isProcessLoaded() ? getProcess().env.FORCE_COLOR : stdio.getenv('FORCE_COLOR')) !== undefined;
}

class StandardOutput {
  // A field, which is defined and not assigned: a program may have added a setter to Object.prototype.
  name;

  constructor(fd, name) {
    this.fd = fd;
    this.name = name;
    this.created = undefined; // The runtime's own stream, once a program has used it.
    this.createdWrite = undefined;
    this.createdWriteImpl = undefined;
    this.isResolved = false;
    this.substitute = undefined; // The program's stream that replaces it.
    this.isTerminal = undefined;
  }

  get stream() {
    return this.substitute ?? getProcess()[this.name];
  }

  resolve() {
    this.isResolved = true;
    if (!isProcessLoaded()) return;
    const property = objectGetOwnPropertyDescriptor(getProcess(), this.name);
    const { created } = this;
    const original = stdio.originalProperties[this.name]; // The property as process/process.js defined it.
    const isOriginal = property !== undefined && (property.get === undefined ?
      property.value === created || property.value === original.value :
      property.get === original.get);
    if (!isOriginal) this.substitute = getProcess()[this.name];
  }

  // The stream to write to, or undefined if the descriptor can be written directly.
  targetStream() {
    if (!this.isResolved) this.resolve();
    if (this.substitute !== undefined) return this.substitute;
    const { created } = this;
    if (created === undefined) return undefined;
    const isUnpatched = created.write === this.createdWrite && created._write === this.createdWriteImpl;
    // A stream that was ended accepts no writes.
    return isUnpatched && !created.writableCorked && !created._handle?.isShutdown ? undefined : created;
  }

  write(text, state) {
    const stream = this.targetStream();
    if (stream !== undefined) {
      require('console/stream_output').writeThrough(stream, text, state, this);
      return;
    }
    try {
      const errno = stdio.write(this.fd, text);
      // Write through the stream: it fails as well, and reports the error.
      if (errno < 0) require('console/stream_output').writeThrough(this.stream, text, state, this);
    } catch (error) {
      // Logging to a closed pipe must not end a program; a stack overflow must be reported.
      if (error instanceof RangeError) throw error;
    }
  }

  hasColours() {
    const stream = this.targetStream();
    if (stream === undefined && !isColourForced()) {
      this.isTerminal ??= stdio.isTTY(this.fd);
      if (!this.isTerminal) return false;
    }
    const { depthOfStream, getColorDepth } = require('console/colour_depth');
    return stream === undefined ? getColorDepth() > 2 : depthOfStream(stream) > 2;
  }
}

const NO_COLOURS = {};
const COLOURS = { colors: true };

function hasColours(state, output) {
  return state.colorMode === 'auto' ? output.hasColours() : state.colorMode;
}

/** The options of inspect for what is printed to `output`. */
function inspectOptions(state, output) {
  const colors = hasColours(state, output);
  const options = state.inspectOptions?.get(output.stream);
  if (options === undefined) return colors ? COLOURS : NO_COLOURS;
  if (options.colors === undefined) options.colors = colors;
  return options;
}

function needsNoFormatting(state, output) {
  return state.inspectOptions === undefined && !defaults.colors && !defaults.numericSeparator &&
    !hasColours(state, output);
}

// The text of primitives, or undefined if the formatter is needed: directives, objects, colors.
function joinPrimitives(state, output, args) {
  const { length } = args;
  if (length > 1 && typeof args[0] === 'string' && isIn(args[0], '%')) return undefined;
  let text = '';
  let isChecked = false;
  for (let i = 0; i < length; i++) {
    const value = args[i];
    if (i !== 0) text += ' ';
    if (typeof value === 'string') {
      text += value;
      continue;
    }
    if (typeof value === 'object' ? value !== null : typeof value === 'function' || typeof value === 'symbol') {
      return undefined;
    }
    if (!isChecked && !needsNoFormatting(state, output)) return undefined;
    isChecked = true;
    if (typeof value === 'bigint') text += `${value}n`;
    else text += value === 0 && 1 / value < 0 ? '-0' : value;
  }
  return text;
}

function textOf(state, output, args) {
  if (args.length === 1 && typeof args[0] === 'string') return args[0];
  return joinPrimitives(state, output, args) ??
    require('inspect/format').formatList(inspectOptions(state, output), args);
}

function writeLine(state, output, text) {
  const { indentation } = state;
  if (indentation !== '') text = indentation + stringReplaceAll(text, '\n', `\n${indentation}`);
  output.write(`${text}\n`, state);
}

function print(state, output, args) {
  writeLine(state, output, textOf(state, output, args));
}

let publish;

function printObserved(name, state, output, args) {
  if (publish !== undefined) publish(name, args);
  print(state, output, args);
}

function methods() {
  return require('console/methods');
}

// Every console is an instance of Console for `instanceof`, including the global one, although it does not inherit from it.
function Console(options /* or: stdout, stderr, ignoreErrors */) {
  if (new.target === undefined) return reflectConstruct(Console, arguments);
  require('console/construct').construct(this, arguments);
}
objectDefineProperty(Console, Symbol.hasInstance, { __proto__: null, value: (instance) => instance[kState] !== undefined });

const consoleMethods = {
  log(...args) { printObserved('log', this[kState], this[kState].stdout, args); },
  info(...args) { printObserved('info', this[kState], this[kState].stdout, args); },
  debug(...args) { printObserved('debug', this[kState], this[kState].stdout, args); },
  warn(...args) { printObserved('warn', this[kState], this[kState].stderr, args); },
  error(...args) { printObserved('error', this[kState], this[kState].stderr, args); },
  dir(object, options) { methods().dir(this[kState], object, options); },
  time(label = 'default') { methods().time(this, label); },
  timeEnd(label = 'default') { methods().timeEnd(this, label); },
  timeLog(label = 'default', ...data) { methods().timeLog(this, label, data); },
  trace: function trace(...args) { methods().printTrace(this, trace, args); },
  assert(expression, ...args) { if (!expression) methods().assertionFailed(this, args); },
  clear() { methods().clear(this[kState]); },
  count(label = 'default') { methods().count(this, label); },
  countReset(label = 'default') { methods().countReset(this, label); },
  group(...data) { methods().group(this, data); },
  groupEnd() { methods().groupEnd(this[kState]); },
  table(tabularData, properties) { return require('console/table').table(this, tabularData, properties); },
};
objectAssign(Console.prototype, consoleMethods);
Console.prototype.dirxml = consoleMethods.log;
Console.prototype.groupCollapsed = consoleMethods.group;

/** The state of a console. `colorMode` is 'auto', true or false; `inspectOptions` is a Map from stream to options. */
function createState(stdout, stderr, ignoreErrors, colorMode, groupWidth, inspectOptionsByStream) {
  return {
    stdout,
    stderr,
    ignoreErrors,
    colorMode,
    groupWidth,
    inspectOptions: inspectOptionsByStream,
    indentation: '',
    counts: undefined,
    textOf,
    writeLine,
    getInspectOptions: inspectOptions,
  };
}

function hidden(value) {
  return { __proto__: null, value, writable: true, enumerable: false, configurable: true };
}

function installState(console, state) {
  const errorHandler = (name) => (error) => require('console/stream_output').afterWrite(state[name].stream, error);
  objectDefineProperties(console, {
    _stdoutErrorHandler: hidden(errorHandler('stdout')),
    _stderrErrorHandler: hidden(errorHandler('stderr')),
    _ignoreErrors: {
      __proto__: null,
      get() { return state.ignoreErrors; },
      set(value) { state.ignoreErrors = value; },
      enumerable: false,
      configurable: true,
    },
    _times: hidden(new Map()),
    [kState]: hidden(state),
    [Symbol.toStringTag]: { __proto__: null, value: 'console', writable: false, enumerable: false, configurable: true },
  });
}

const standardOutputs = { stdout: new StandardOutput(1, 'stdout'), stderr: new StandardOutput(2, 'stderr') };

function standardStreamProperty(output) {
  return {
    __proto__: null,
    get() { return output.stream; },
    set(stream) { output.substitute = stream; },
    enumerable: false,
    configurable: true,
  };
}

// console/global.js creates the global console; this adds its state and its remaining properties.
function completeGlobal(console, usedDescriptors) {
  for (const output of each(objectValues(standardOutputs))) output.isResolved = usedDescriptors[output.fd] === true;
  const state = createState(standardOutputs.stdout, standardOutputs.stderr, true, 'auto', 2, undefined);
  installState(console, state);
  objectDefineProperties(console, {
    _stdout: standardStreamProperty(standardOutputs.stdout),
    _stderr: standardStreamProperty(standardOutputs.stderr),
  });
  return {
    out(args) { print(state, state.stdout, args); },
    err(args) { print(state, state.stderr, args); },
    call(name, args) { return applyOn(Console.prototype[name], console, args); },
    trace(trace, args) { methods().printTrace(console, trace, args); },
    Console,
  };
}

/** The runtime's own process.stdout (fd 1) or process.stderr (fd 2) was created. */
function onStreamCreated(fd, stream) {
  const output = fd === 1 ? standardOutputs.stdout : standardOutputs.stderr;
  output.created = stream;
  output.createdWrite = stream.write;
  output.createdWriteImpl = stream._write;
}

module.exports = {
  Console,
  onStreamCreated,
  completeGlobal,
  get console() { return require('console/global').console; },
  createState,
  installState,
  kState,
  // Calls before they are printed (console/channels.js).
  observe(callback) { publish = callback; },
};
