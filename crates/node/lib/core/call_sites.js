'use strict';
// V8's CallSite objects for Error.prepareStackTrace. What they report is found by crates/node/src/call_sites.rs. The engine does not
// record the receiver and the function of a frame: getThis() and getFunction() return undefined, as in V8 for strict code.

const { arrayPush, regexpTest, stringStartsWith } = require('core/intrinsics');
const { engineStack, frames, callSites: describe } = binding('stack');

// For each frame.
const VALUES = 13;

class CallSite {
  #text;
  #type;
  #name;
  #method;
  #file;
  #line;
  #column;
  #enclosingLine;
  #enclosingColumn;
  #position;
  #isConstructor;
  #evalOrigin;
  #isAsync;

  constructor(values, at) {
    this.#text = values[at];
    this.#type = values[at + 1];
    this.#name = values[at + 2];
    this.#method = values[at + 3];
    this.#file = values[at + 4];
    this.#line = values[at + 5];
    this.#column = values[at + 6];
    this.#enclosingLine = values[at + 7];
    this.#enclosingColumn = values[at + 8];
    this.#position = values[at + 9];
    this.#isConstructor = values[at + 10];
    this.#evalOrigin = values[at + 11];
    this.#isAsync = values[at + 12];
  }

  getColumnNumber() { return this.#column; }
  getEnclosingColumnNumber() { return this.#enclosingColumn; }
  getEnclosingLineNumber() { return this.#enclosingLine; }
  getEvalOrigin() { return this.#evalOrigin === null ? undefined : `eval at ${this.#evalOrigin}`; }
  getFileName() { return this.#evalOrigin === null ? this.#file : undefined; }
  getFunction() { return undefined; }
  getFunctionName() { return this.#name; }
  getLineNumber() { return this.#line; }
  getMethodName() { return this.#method; }
  getPosition() { return this.#position ?? 0; }
  getPromiseIndex() { return null; }
  getScriptHash() { return ''; }
  getScriptNameOrSourceURL() { return this.getFileName(); }
  getThis() { return undefined; }
  getTypeName() { return this.#isConstructor ? null : this.#type; }
  isAsync() { return this.#isAsync; }
  isConstructor() { return this.#isConstructor; }
  isEval() { return this.#evalOrigin !== null; }
  isNative() { return false; }
  isPromiseAll() { return false; }
  // A native constructor counts.
  isToplevel() { return this.#type === null && (!this.#isConstructor || this.#file === null); }
  toString() { return this.#text; }
}

// At most `limit` frames of an engine stack.
function callSites(engineStack, limit) {
  const sites = [];
  const values = describe(engineStack, limit);
  for (let at = 0; at < values.length; at += VALUES) arrayPush(sites, new CallSite(values, at));
  return sites;
}

// Whether the innermost frame of the program is in a node_modules directory.
function isCalledFromDependency() {
  const flat = frames(engineStack(new Error()));
  for (let at = 1; at < flat.length; at += 4) {
    const file = flat[at];
    if (file !== undefined && !stringStartsWith(file, 'node:')) return regexpTest(/[\\/]node_modules[\\/]/, file);
  }
  return false;
}

module.exports = { callSites, isCalledFromDependency };
