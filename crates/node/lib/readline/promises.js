'use strict';
// node:readline/promises.

const { AbortError, codes: { ERR_USE_AFTER_CLOSE } } = require('core/errors');
const { each } = require('core/safe/walk');
const { validateAbortSignal } = require('core/validate');
const { Interface: SharedInterface } = require('readline/interface');
const { kQuestion, kQuestionCancel } = require('readline/members');
const { Readline } = require('readline/readline');

class Interface extends SharedInterface {
  constructor(...args) { super(...each(args)); }

  question(query, options = {}) {
    return new __hexloop_promise__((resolve, reject) => {
      if (this.closed) throw new ERR_USE_AFTER_CLOSE('readline');
      const { signal } = options;
      let answer = resolve;
      if (signal) {
        validateAbortSignal(signal, 'options.signal');
        if (signal.aborted) {
          reject(new AbortError(undefined, { cause: signal.reason }));
          return;
        }
        const onAbort = () => {
          this[kQuestionCancel]();
          reject(new AbortError(undefined, { cause: signal.reason }));
        };
        const listening = require('events/abort_listener').addAbortListener(signal, onAbort);
        answer = (line) => {
          listening[Symbol.dispose]();
          resolve(line);
        };
      }
      this[kQuestion](query, answer);
    });
  }
}

function createInterface(input, output, completer, terminal) {
  return new Interface(input, output, completer, terminal);
}

module.exports = { Interface, Readline, createInterface };
