'use strict';
// Texts that become programs at run time: `new Function('x', 'return import(x)')`, its like for async functions and
// generators, and `eval('import(x)')`, whose calls crates/source/src/eval_calls.rs lets pass through here. The first is the usual way to hide an import() from a compiler. The engine would refuse that
// import(), so the text is rewritten like any other; it is relative to the file that makes the function. The other rewrites
// matter as well: templates are compiled to functions that catch an error and hand its message on.

const { arrayJoin, arrayPush, objectDefineProperty, stringStartsWith } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { isIn, sliceOf } = require('core/safe/lists');
const { rewriteImports } = binding('modules');

// The function, or undefined where the text needs no rewriting or is wrong in a way that the engine should tell.
function rewrittenFunction(texts, head) {
  const parameters = arrayJoin(sliceOf(texts, 0, -1), ',');
  const body = texts.length === 0 ? '' : texts[texts.length - 1];
  const rewritten = rewriteImports(`(${head} anonymous(${parameters}\n) {\n${body}\n})`, '__hexloop_import');
  if (rewritten === undefined) return undefined;
  const make = (0, eval)(`(__hexloop_import=>${rewritten})`);
  return make(require('module/esm/dynamic_import').importerFor(callerUrl()));
}

// An evaluated text sees the variables of its place, of which none may be ours: it imports by the number of the file that
// evaluates it.
const numbers = new SafeMap();
const importers = [];

function rewrittenText(text) {
  if (!isIn(text, 'import')) return rewriteImports(text, '') ?? text;
  const url = callerUrl();
  let number = numbers.get(url);
  if (number === undefined) {
    numbers.set(url, number = importers.length);
    arrayPush(importers, require('module/esm/dynamic_import').importerFor(url));
    objectDefineProperty(globalThis, '__hexloop_importers__', { __proto__: null, value: importers, configurable: true });
  }
  return rewriteImports(text, `__hexloop_importers__[${number}]`) ?? text;
}

// The innermost file on the stack that is not ours.
function callerUrl() {
  const { frames } = binding('stack');
  const all = frames(new Error().stack);
  for (let at = 1; at < all.length; at += 4) {
    const file = all[at];
    if (file !== undefined && stringStartsWith(file, 'file:')) return file;
    if (file !== undefined && stringStartsWith(file, '/')) return binding('modules').pathToFileUrl(file);
  }
  return `${binding('modules').pathToFileUrl(process.cwd())}/`;
}

module.exports = { rewrittenFunction, rewrittenText };
