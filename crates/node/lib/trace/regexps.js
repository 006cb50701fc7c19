'use strict';
// Slow regular expressions. The engine cannot interrupt one that runs, so nothing else would find its line.
//
// A call costs two reads of a cell that a thread keeps up to date; no clock is read. RegExp.prototype.exec is not replaced: the engine's
// fast paths of replace, match and split require the original.

const log = require('trace/log');

const { cells, NOW } = log;

// In nanoseconds. Shorter ones are not recorded.
const LONG = 10e6;

function watch(owner, name, isRegExp, textOf) {
  const method = owner[name];
  const about = log.label(owner === RegExp.prototype ? `RegExp.prototype.${name}` : `String.prototype.${name}`);
  const wrapped = { [name](first, second) {
    const began = cells[NOW];
    const result = arguments.length > 1 ? method.call(this, first, second) : method.call(this, first);
    // The time of a replacement function is not the expression's.
    if (cells[NOW] - began > LONG && isRegExp(first) && typeof second !== 'function' && log.isOn()) {
      log.native.call(about, began, log.capture(), `${textOf(this, first)}`.length);
    }
    return result;
  } }[name];
  Object.defineProperty(wrapped, 'length', { __proto__: null, value: method.length, configurable: true });
  Object.defineProperty(owner, name, { __proto__: null, value: wrapped, writable: true, configurable: true, enumerable: false });
}

function watchRegExps() {
  watch(RegExp.prototype, 'test', () => true, (self, text) => text);
  const isRegExp = (value) => value instanceof RegExp;
  for (const name of ['match', 'replace', 'replaceAll', 'search', 'split']) {
    watch(String.prototype, name, isRegExp, (self) => self);
  }
}

module.exports = { watchRegExps };
