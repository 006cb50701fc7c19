'use strict';
// What the call sites of Error.prepareStackTrace report.
const sites = (take) => {
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, trace) => trace;
  try { return take(); } finally { Error.prepareStackTrace = before; }
};
function site(at = 0) {
  const holder = {};
  return sites(() => { Error.captureStackTrace(holder, site); return holder.stack; })[at];
}
const QUESTIONS = [
  'getTypeName', 'getFunctionName', 'getMethodName', 'getLineNumber', 'getColumnNumber', 'getEnclosingLineNumber', 'getEnclosingColumnNumber',
  'getPosition', 'getPromiseIndex', 'getEvalOrigin', 'isToplevel', 'isEval', 'isNative', 'isConstructor', 'isAsync', 'isPromiseAll', 'getThis', 'getFunction',
];
const show = (what, it) => {
  console.log(what, QUESTIONS.map((question) => String(it[question]())).join(' '), it.getFileName() === __filename, it.getScriptNameOrSourceURL() === __filename);
  console.log('  ', String(it).replace(__dirname, ''));
};
console.log(Object.getOwnPropertyNames(Object.getPrototypeOf(site())).sort().join());

class Foo {
  m() { return site(); }
  static s() { return site(); }
  get g() { return site(); }
  async later() { return site(); }
  constructor() { this.c = site(); }
}
function plain() {
  return site();
}
const foo = new Foo();
show('plain', plain());
show('constructor', foo.c);
show('method', foo.m());
show('static', Foo.s());
show('getter', foo.g);
show('module', site());
show('object', { k() { return site(); } }.k());
show('named', { k: function named() { return site(); } }.k());
show('arrow', (() => site())());
show('native', [1].map(() => site(1))[0]);
show('on an object', plain.call({}));
show('without a name', (function () { return site(); })());
let made;
new Promise(() => { made = site(1); });
show('new Promise', made);
show('new', new (function P() { this.v = site(); })().v);
exports.q = function () { return site(); };
show('exports', exports.q());
foo.later().then((it) => show('async', it));
setTimeout(function tick() { show('timer', site()); });
