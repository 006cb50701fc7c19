'use strict';
// The base of the Interfaces of node:readline and readline/promises.
//
//                      ┌─ not a terminal: _normalWrite splits the data into lines ───────────┐
//   input ──'data'─────┤                                                                     ├─▶ _onLine ─▶ 'line', or the
//                      └─ terminal: readline/keypress ─'keypress'─▶ _ttyWrite edits `line` ──┘              question's callback
//
// _ttyWrite is in readline/bindings.js, what it calls in editing.js, history.js and completion.js, drawing in display.js.

const {
  arrayPop, dateStaticNow, mathMax, numberIsFinite, objectDefineProperties, objectDefineProperty, objectKeys,
  objectSetPrototypeOf, reflectOwnKeys, stringEndsWith, stringIsWellFormed, stringSlice, stringStartsWith,
} = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const { isIn, sliceOf } = require('core/safe/lists');
const globals = require('globals');
const { splitAt } = require('core/safe/patterns');
const EventEmitter = require('events');
const { StringDecoder } = require('string_decoder');
const { nextTick } = require('loop/ticks');
const { ERR_INVALID_ARG_VALUE, ERR_USE_AFTER_CLOSE } = require('core/errors').codes;
const { validateAbortSignal, validateString, validateUint32 } = require('core/validate');
const { ESCAPE_CODE_TIMEOUT, emitKeypressEvents } = require('readline/keypress');
const { History, methods: historyMethods } = require('readline/history');
const {
  kAddHistory, kDecoder, kIsMultiline, kKillRing, kKillRingCursor, kLine, kLineBuffer, kMoveCursor, kNormalWrite, kOldPrompt,
  kOnLine, kPreviousCursorCols, kPreviousKey, kPrompt, kQuestion, kQuestionCallback, kQuestionCancel, kRedoStack, kRefreshLine,
  kSawKeyPress, kSawReturnAt, kSetLine, kSetRawMode, kSubstringSearch, kTtyWrite, kUndoStack, kWriteToOutput,
} = require('readline/members');

// The time in milliseconds within which a '\n' after a '\r' belongs to it; programs may ask for more.
const MIN_CRLF_DELAY = 100;
const LINE_END = /\r\n|\n|\r(?!\n)|\u2028|\u2029/g;
// How many lines an iterator buffers before it pauses the input.
const MAX_BUFFERED_LINES = 1024;

const kLineStream = Symbol('line object stream');

function readArguments(input, output, completer, terminal) {
  if (!input?.input) return { input, output, completer, terminal, ...historyOptions(input) };
  const { signal, escapeCodeTimeout, tabSize } = input;
  if (tabSize !== undefined) validateUint32(tabSize, 'tabSize', true);
  if (signal) validateAbortSignal(signal, 'options.signal');
  if (escapeCodeTimeout !== undefined && !numberIsFinite(escapeCodeTimeout)) {
    // As in Node, the value in the message is the default.
    throw new ERR_INVALID_ARG_VALUE('input.escapeCodeTimeout', ESCAPE_CODE_TIMEOUT);
  }
  return {
    input: input.input, output: input.output, completer: input.completer, terminal: input.terminal, signal,
    escapeCodeTimeout, tabSize, crlfDelay: input.crlfDelay, prompt: input.prompt, ...historyOptions(input),
  };
}

// As in Node, these are read from the first argument even if that is the input stream itself.
const historyOptions = (from) => ({
  history: from.history, historySize: from.historySize, removeHistoryDuplicates: from.removeHistoryDuplicates,
});

// A function, not a class: legacy programs inherit from Interface by calling it.
function InterfaceBase(input, output, completer, terminal) {
  const options = readArguments(input, output, completer, terminal);
  if (options.completer !== undefined && typeof options.completer !== 'function') {
    throw new ERR_INVALID_ARG_VALUE('completer', options.completer);
  }
  this[kSawReturnAt] = 0;
  this.isCompletionEnabled = true;
  this[kSawKeyPress] = false;
  this[kPreviousKey] = null;
  this.escapeCodeTimeout = options.escapeCodeTimeout ?? ESCAPE_CODE_TIMEOUT;
  this.tabSize = options.tabSize ?? 8;
  call0(EventEmitter, this);
  this.historyManager = new History(options);
  defineHistoryProperties(this);

  this.line = '';
  this[kIsMultiline] = false;
  this[kSubstringSearch] = null;
  this[kUndoStack] = [];
  this[kRedoStack] = [];
  this[kPreviousCursorCols] = -1;
  this[kKillRing] = [];
  this[kKillRingCursor] = 0;
  this.output = options.output;
  this.input = options.input;
  this.crlfDelay = options.crlfDelay ? mathMax(MIN_CRLF_DELAY, options.crlfDelay) : MIN_CRLF_DELAY;
  this.completer = options.completer;
  this[kPrompt] = options.prompt ?? '> ';
  this.terminal = !!(options.terminal === undefined && this.output != null ? this.output.isTTY : options.terminal);
  this[kLineStream] = undefined;
  // Read for every line: own properties are faster to find.
  this[kQuestionCallback] = undefined;
  this[kLineBuffer] = undefined;

  if (this.terminal) listenToTerminal(this);
  else listenToData(this);
  if (options.signal) closeOnAbort(this, options.signal);
  this.input.resume();
}

function defineHistoryProperties(rl) {
  const { historyManager } = rl;
  const shared = { __proto__: null, configurable: true, enumerable: true };
  objectDefineProperties(rl, {
    history: { __proto__: null, ...shared, get: () => historyManager.entries, set: (entries) => { historyManager.entries = entries; } },
    historyIndex: { __proto__: null, ...shared, get: () => historyManager.index, set: (index) => { historyManager.index = index; } },
    historySize: { __proto__: null, ...shared, get: () => historyManager.size },
    // Nothing is written to a file here; the REPL does that.
    isFlushing: { __proto__: null, ...shared, get: () => false },
  });
}

// Listens until the Interface closes. on() is not chained: an input may be any emitter, whose on() need not return it.
function listen(rl, source, listeners) {
  for (const event of each(objectKeys(listeners))) source.on(event, listeners[event]);
  rl.once('close', () => {
    for (const event of each(objectKeys(listeners))) source.removeListener(event, listeners[event]);
  });
}

function listenToData(rl) {
  rl[kDecoder] = new StringDecoder('utf8');
  listen(rl, rl.input, {
    error(error) { rl.emit('error', error); },
    data(chunk) { rl[kNormalWrite](chunk); },
    end() {
      if (typeof rl[kLineBuffer] === 'string' && rl[kLineBuffer].length > 0) rl.emit('line', rl[kLineBuffer]);
      rl.close();
    },
  });
}

function listenToTerminal(rl) {
  emitKeypressEvents(rl.input, rl);
  rl[kSetRawMode](true);
  rl.cursor = 0;
  listen(rl, rl.input, {
    error(error) { rl.emit('error', error); },
    keypress(text, key) {
      rl[kTtyWrite](text, key);
      // Half of a surrogate pair moved the terminal's cursor by one column.
      if (key?.sequence && !stringIsWellFormed(stringSlice(key.sequence, 0, 2))) rl[kRefreshLine]();
    },
    end() {
      if (typeof rl.line === 'string' && rl.line.length > 0) rl.emit('line', rl.line);
      rl.close();
    },
  });
  if (rl.output != null) listen(rl, rl.output, { resize() { rl[kRefreshLine](); } });
}

function closeOnAbort(rl, signal) {
  const close = () => rl.close();
  if (signal.aborted) {
    nextTick(close);
    return;
  }
  const disposable = require('events/abort_listener').addAbortListener(signal, close);
  rl.once('close', disposable[Symbol.dispose]);
}

objectSetPrototypeOf(InterfaceBase.prototype, EventEmitter.prototype);
objectSetPrototypeOf(InterfaceBase, EventEmitter);

class Interface extends InterfaceBase {
  constructor(...args) { // eslint-disable-line no-useless-constructor
    super(...each(args));
  }

  get columns() {
    return this.output?.columns || Infinity;
  }

  setPrompt(prompt) {
    this[kPrompt] = prompt;
  }

  getPrompt() {
    return this[kPrompt];
  }

  prompt(preserveCursor) {
    if (this.paused) this.resume();
    if (this.terminal && globals.process.env.TERM !== 'dumb') {
      if (!preserveCursor) this.cursor = 0;
      this[kRefreshLine]();
    } else {
      this[kWriteToOutput](this[kPrompt]);
    }
  }

  close() {
    if (this.closed) return;
    this.pause();
    if (this.terminal) this[kSetRawMode](false);
    this.closed = true;
    this.emit('close');
  }

  pause() {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE('readline');
    if (this.paused) return;
    this.input.pause();
    this.paused = true;
    this.emit('pause');
    return this;
  }

  resume() {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE('readline');
    if (!this.paused) return;
    this.input.resume();
    this.paused = false;
    this.emit('resume');
    return this;
  }

  write(d, key) {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE('readline');
    if (this.paused) this.resume();
    if (this.terminal) this[kTtyWrite](d, key);
    else this[kNormalWrite](d);
  }

  clearLine() {
    this[kMoveCursor](Infinity);
    this[kWriteToOutput]('\r\n');
    this[kSetLine]('');
    this.cursor = 0;
    this.prevRows = 0;
  }

  [kSetRawMode](mode) {
    const wasRaw = this.input.isRaw;
    if (typeof this.input.setRawMode === 'function') this.input.setRawMode(mode);
    return wasRaw;
  }

  [kQuestion](query, callback) {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE('readline');
    // One question at a time: another one only displays the first one again.
    if (!this[kQuestionCallback]) {
      this[kOldPrompt] = this[kPrompt];
      this.setPrompt(query);
      this[kQuestionCallback] = callback;
    }
    this.prompt();
  }

  [kQuestionCancel]() {
    if (!this[kQuestionCallback]) return;
    this[kQuestionCallback] = null;
    this.setPrompt(this[kOldPrompt]);
    this.clearLine();
  }

  [kSetLine](line = '') {
    this.line = line;
    this[kIsMultiline] = isIn(line, '\n');
  }

  [kOnLine](line) {
    const callback = this[kQuestionCallback];
    if (!callback) {
      this.emit('line', line);
      return;
    }
    this[kQuestionCallback] = null;
    this.setPrompt(this[kOldPrompt]);
    callback(line);
  }

  [kWriteToOutput](stringToWrite) {
    validateString(stringToWrite, 'stringToWrite');
    if (this.output != null) this.output.write(stringToWrite);
  }

  [kNormalWrite](b) {
    if (b === undefined) return;
    let text = this[kDecoder].write(b);
    if (this[kSawReturnAt] && dateStaticNow() - this[kSawReturnAt] <= this.crlfDelay) {
      if (stringStartsWith(text, '\n')) text = sliceOf(text, 1);
      this[kSawReturnAt] = 0;
    }
    // Most data has no other line endings than '\n', which are found faster. includes() is a search by words; a pattern looks at each character.
    const lines = splitAt(text, isIn(text, '\r') || isIn(text, '\u2028') || isIn(text, '\u2029') ? LINE_END : '\n');
    const rest = arrayPop(lines);
    if (lines.length === 0) {
      if (rest) this[kLineBuffer] = (this[kLineBuffer] ?? '') + rest;
      return;
    }
    this[kSawReturnAt] = stringEndsWith(text, '\r') ? dateStaticNow() : 0;
    lines[0] = (this[kLineBuffer] ?? '') + lines[0];
    // Before the lines are emitted: a listener may write, and re-enter this function.
    this[kLineBuffer] = rest;
    for (let i = 0; i < lines.length; i++) this[kOnLine](lines[i]);
  }

  [kLine]() {
    const line = this[kAddHistory]();
    this[kUndoStack] = [];
    this[kRedoStack] = [];
    this.clearLine();
    this[kOnLine](line);
  }

  [Symbol.asyncIterator]() {
    const { kFirstArgumentOnly, on } = require('events/on');
    this[kLineStream] ??= on(this, 'line', {
      close: ['close'], highWaterMark: MAX_BUFFERED_LINES, [kFirstArgumentOnly]: true,
    });
    return this[kLineStream];
  }
}

function addMethods(methods) {
  for (const key of each(reflectOwnKeys(methods))) {
    objectDefineProperty(Interface.prototype, key, {
      __proto__: null, configurable: true, writable: true, value: methods[key],
    });
  }
}

addMethods(require('readline/editing'));
addMethods(require('readline/display'));
addMethods(require('readline/bindings'));
addMethods(require('readline/completion').methods);
addMethods(historyMethods);
// Enumerable, as in Node: not a method of the class.
Interface.prototype[Symbol.dispose] = {
  [Symbol.dispose]() {
    this.close();
  },
}[Symbol.dispose];

module.exports = { Interface, InterfaceBase };
