'use strict';
// node:readline. Its Interface is that of readline/interface.js with callbacks, and with the legacy underscored methods: if a
// program replaces one, its version is called.

const { call4 } = require('core/safe/calls');
const globals = require('globals');
const {
  arrayMap, dateStaticNow, functionBind, objectDefineProperty, objectSetPrototypeOf, objectValues, symbolFor,
} = require('core/intrinsics');
const { promiseReject } = require('core/safe/promises');
const { sliceOf } = require('core/safe/lists');
const { SafeMap } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { AbortError } = require('core/errors');
const { validateAbortSignal } = require('core/validate');
const { clearLine, clearScreenDown, cursorTo, moveCursor } = require('readline/cursor');
const { emitKeypressEvents } = require('readline/keypress');
const { Interface: SharedInterface, InterfaceBase } = require('readline/interface');
const { reportFailure } = require('readline/completion');
const promises = require('readline/promises');
const members = require('readline/members');

const { kQuestion, kQuestionCancel, kTabCompleter } = members;

function Interface(input, output, completer, terminal) {
  if (!(this instanceof Interface)) return new Interface(input, output, completer, terminal);
  if (input?.input && typeof input.completer === 'function' && input.completer.length !== 2) {
    input = withCallbackCompleter(input);
  } else if (typeof completer === 'function' && completer.length !== 2) {
    completer = toCallbackCompleter(completer);
  }
  call4(InterfaceBase, this, input, output, completer, terminal);
  // Bound to each Interface, as in Node 12.
  if (globals.process.env.TERM === 'dumb') this._ttyWrite = functionBind(ttyWriteDumb, this);
}

const toCallbackCompleter = (completer) => (text, callback) => callback(null, completer(text));

// Does not modify the caller's options.
function withCallbackCompleter(options) {
  return { __proto__: options, completer: toCallbackCompleter(options.completer) };
}

// On a terminal without cursor movement, characters can only be appended.
function ttyWriteDumb(s, key) {
  key ||= {};
  if (key.name === 'escape') return;
  if (this[members.kSawReturnAt] && key.name !== 'enter') this[members.kSawReturnAt] = 0;
  if (key.ctrl) {
    if (key.name === 'c') {
      if (this.listenerCount('SIGINT') > 0) this.emit('SIGINT');
      else this.close();
      return;
    }
    if (key.name === 'd') {
      this.close();
      return;
    }
  }
  if (key.name === 'return') {
    this[members.kSawReturnAt] = dateStaticNow();
    this._line();
  } else if (key.name === 'enter') {
    const sawReturnAt = this[members.kSawReturnAt];
    if (sawReturnAt === 0 || dateStaticNow() - sawReturnAt > this.crlfDelay) this._line();
    this[members.kSawReturnAt] = 0;
  } else if (typeof s === 'string' && s) {
    this.line += s;
    this.cursor += s.length;
    this._writeToOutput(s);
  }
}

objectSetPrototypeOf(Interface.prototype, SharedInterface.prototype);
objectSetPrototypeOf(Interface, SharedInterface);

Interface.prototype.question = function question(query, options, cb) {
  cb = typeof options === 'function' ? options : cb;
  if (options === null || typeof options !== 'object') options = {};
  const { signal } = options;
  if (signal) {
    validateAbortSignal(signal, 'options.signal');
    if (signal.aborted) return;
    const onAbort = () => this[kQuestionCancel]();
    const disposable = require('events/abort_listener').addAbortListener(signal, onAbort);
    const originalCallback = cb;
    cb = typeof originalCallback === 'function' ? (answer) => {
      disposable[Symbol.dispose]();
      return originalCallback(answer);
    } : disposable[Symbol.dispose];
  }
  if (typeof cb === 'function') this[kQuestion](query, cb);
};

// util.promisify(rl.question)
Interface.prototype.question[symbolFor('nodejs.util.promisify.custom')] = function question(query, options) {
  if (options === null || typeof options !== 'object') options = {};
  const { signal } = options;
  if (signal?.aborted) return promiseReject(new AbortError(undefined, { cause: signal.reason }));
  return new __hexloop_promise__((resolve, reject) => {
    let callback = resolve;
    if (signal) {
      const onAbort = () => reject(new AbortError(undefined, { cause: signal.reason }));
      const disposable = require('events/abort_listener').addAbortListener(signal, onAbort);
      callback = (line) => {
        disposable[Symbol.dispose]();
        resolve(line);
      };
    }
    this.question(query, options, callback);
  });
};

function tabComplete(lastKeypressWasTab) {
  this.pause();
  this.completer(sliceOf(this.line, 0, this.cursor), (error, value) => {
    this.resume();
    if (error) reportFailure(this, error);
    else this[kTabCompleter](lastKeypressWasTab, value);
  });
}

const STATE = [
  'decoder', 'line_buffer', 'oldPrompt', 'previousKey', 'prompt', 'questionCallback', 'sawKeyPress', 'sawReturnAt',
];
const METHODS = [
  'setRawMode', 'onLine', 'writeToOutput', 'addHistory', 'refreshLine', 'normalWrite', 'insertString', 'tabComplete', 'wordLeft',
  'wordRight', 'deleteLeft', 'deleteRight', 'deleteWordLeft', 'deleteWordRight', 'deleteLineLeft', 'deleteLineRight', 'line',
  'historyNext', 'historyPrev', 'getDisplayPos', 'getCursorPos', 'moveCursor', 'ttyWrite',
];

const memberOf = new SafeMap(arrayMap(objectValues(members), (symbol) => [symbol.description, symbol]));

for (const name of each(STATE)) {
  const symbol = memberOf.get(`_${name}`);
  objectDefineProperty(Interface.prototype, `_${name}`, {
    __proto__: null,
    get() { return this[symbol]; },
    set(value) { this[symbol] = value; },
  });
}

for (const name of each(METHODS)) {
  const symbol = memberOf.get(`_${name}`);
  const method = name === 'tabComplete' ? tabComplete : SharedInterface.prototype[symbol ?? name];
  Interface.prototype[`_${name}`] = method;
  if (symbol === undefined) continue;
  objectDefineProperty(Interface.prototype, symbol, {
    __proto__: null,
    get() { return this[`_${name}`]; },
  });
}

function createInterface(input, output, completer, terminal) {
  return new Interface(input, output, completer, terminal);
}

module.exports = {
  Interface, clearLine, clearScreenDown, createInterface, cursorTo, emitKeypressEvents, moveCursor, promises,
};
