'use strict';
// V8's CallSite objects for Error.prepareStackTrace, as far as a stack string allows.

const { arrayFilter, arrayMap, arrayPush, regexpTest, stringStartsWith } = require('core/intrinsics');
const { engineStack, frames } = binding('stack');

class CallSite {
  #name;
  #file;
  #line;
  #column;

  constructor(name, file, line, column) {
    this.#name = name;
    this.#file = file;
    this.#line = line;
    this.#column = column;
  }

  getThis() { return undefined; }
  getTypeName() { return this.#name === null ? null : 'Object'; }
  getFunction() { return undefined; }
  getFunctionName() { return this.#name; }
  getMethodName() { return null; }
  getFileName() { return this.#file; }
  getLineNumber() { return this.#line; }
  getColumnNumber() { return this.#column; }
  getEvalOrigin() { return undefined; }
  getScriptNameOrSourceURL() { return this.#file; }
  getScriptHash() { return ''; }
  getEnclosingLineNumber() { return this.#line; }
  getEnclosingColumnNumber() { return this.#column; }
  getPosition() { return 0; }
  getPromiseIndex() { return null; }
  isToplevel() { return this.#name === null; }
  isEval() { return false; }
  isNative() { return this.#file === null; }
  isConstructor() { return false; }
  isAsync() { return false; }
  isPromiseAll() { return false; }

  toString() {
    const location = this.#file === null ? '<anonymous>' : `${this.#file}:${this.#line}:${this.#column}`;
    return this.#name === null ? location : `${this.#name} (${location})`;
  }
}

// At most `limit` frames of an engine stack.
function callSites(engineStack, limit) {
  const flat = frames(engineStack);
  const sites = [];
  for (let i = 0; i < flat.length && sites.length < limit; i += 4) {
    arrayPush(sites, new CallSite(flat[i] || null, flat[i + 1] || null, flat[i + 2] || null, flat[i + 3] || null));
  }
  return sites;
}

// Whether the innermost frame of the program is in a node_modules directory.
function isCalledFromDependency() {
  const stack = engineStack(new Error());
  const { 0: first } = arrayFilter(arrayMap(callSites(stack, Infinity), (site) => site.getFileName()), (file) => file !== null && !stringStartsWith(file, 'node:'));
  return first !== undefined && regexpTest(/[\\/]node_modules[\\/]/, first);
}

module.exports = { callSites, isCalledFromDependency };
