'use strict';
// V8's CallSite objects, for Error.prepareStackTrace and util.getCallSites, made from the engine's stack text.
//
// The engine tells a frame's function name and place and nothing else: what V8 would answer about receivers is answered
// as V8 does for strict functions, with undefined or null.

const { toV8 } = binding('stack');

const kMost = 200;
const withName = /^ {4}at (?:async )?(.*) \((.*)\)$/;
const withoutName = /^ {4}at (?:async )?(.*)$/;
const place = /^(.*):(\d+):(\d+)$/;

class CallSite {
  #text;
  #name;
  #file;
  #line;
  #column;

  constructor(line) {
    this.#text = line.slice(7);
    const named = withName.exec(line);
    const where = named ? named[2] : withoutName.exec(line)[1];
    const found = place.exec(where);
    this.#name = named ? named[1] : null;
    this.#file = found ? found[1] : where === '<anonymous>' || where === 'native' ? undefined : where;
    this.#line = found ? Number(found[2]) : null;
    this.#column = found ? Number(found[3]) : null;
  }

  getThis() {
    return undefined;
  }

  getTypeName() {
    const dot = this.#name?.lastIndexOf('.') ?? -1;
    return dot > 0 ? this.#name.slice(0, dot) : null;
  }

  getFunction() {
    return undefined;
  }

  getFunctionName() {
    return this.#name === 'Object.<anonymous>' ? null : this.#name;
  }

  getMethodName() {
    const dot = this.#name?.lastIndexOf('.') ?? -1;
    return dot > 0 && !this.#name.endsWith('<anonymous>') ? this.#name.slice(dot + 1) : null;
  }

  getFileName() {
    return this.#file;
  }

  getLineNumber() {
    return this.#line;
  }

  getColumnNumber() {
    return this.#column;
  }

  getEvalOrigin() {
    return undefined;
  }

  isToplevel() {
    return this.getTypeName() === null;
  }

  isEval() {
    return false;
  }

  isNative() {
    return this.#file === undefined;
  }

  isConstructor() {
    return this.#name?.startsWith('new ') ?? false;
  }

  isAsync() {
    return false;
  }

  isPromiseAll() {
    return false;
  }

  getPromiseIndex() {
    return null;
  }

  getScriptNameOrSourceURL() {
    return this.#file;
  }

  getScriptHash() {
    return '';
  }

  getEnclosingLineNumber() {
    return this.#line;
  }

  getEnclosingColumnNumber() {
    return this.#column;
  }

  getPosition() {
    return 0;
  }

  toString() {
    return this.#text;
  }
}

function callSites(engineStack, limit = Error.stackTraceLimit) {
  if (typeof engineStack !== 'string' || engineStack === '' || typeof limit !== 'number') return [];
  const lines = toV8('Error', engineStack, Math.min(limit, kMost)).split('\n');
  return lines.filter((line) => line.startsWith('    at ')).map((line) => new CallSite(line));
}

module.exports = { callSites };
