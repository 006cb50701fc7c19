'use strict';
// Source that is compiled at run time: `new Function('x', 'return import(x)')`, the constructors of async functions and generators, and
// `eval('import(x)')`, whose argument crates/source/src/eval_calls.rs passes through here. The first is the usual way to hide an
// import() from a compiler. The engine would reject that import(), so the source is rewritten like any other; specifiers are
// relative to the file that creates the function. The other rewrites matter as well: templates are compiled to functions that catch an
// error and pass its message on.

const globals = require('globals');
const { arrayJoin, arrayPush, stringStartsWith } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { isIn, sliceOf } = require('core/safe/lists');
const { rewriteImports } = binding('modules');

// The function, or undefined if the source needs no rewriting or the engine should report its error.
function rewrittenFunction(sources, prefix) {
  const parameters = arrayJoin(sliceOf(sources, 0, -1), ',');
  const body = sources.length === 0 ? '' : sources[sources.length - 1];
  const rewritten = rewriteImports(`(${prefix} anonymous(${parameters}\n) {\n${body}\n})`, '__hexloop_import');
  if (rewritten === undefined) return undefined;
  const make = (0, eval)(`(__hexloop_import=>${rewritten})`);
  return make(require('module/esm/dynamic_import').importerFor(callerUrl()));
}

// Evaluated source sees the variables of its scope, which must not include ours: it imports by the index of the evaluating file.
const importerIds = new SafeMap();
const importers = [];

function rewrittenSource(source) {
  if (!isIn(source, 'import')) return rewriteImports(source, '') ?? source;
  const url = callerUrl();
  let id = importerIds.get(url);
  if (id === undefined) {
    importerIds.set(url, id = importers.length);
    arrayPush(importers, require('module/esm/dynamic_import').importerFor(url));
    __hexloop_importers__ = importers;
  }
  return rewriteImports(source, `__hexloop_importers__[${id}]`) ?? source;
}

// The innermost file on the stack that is not built in.
function callerUrl() {
  const { engineStack, frames } = binding('stack');
  const all = frames(engineStack(new Error()));
  for (let at = 1; at < all.length; at += 4) {
    const file = all[at];
    if (file !== undefined && stringStartsWith(file, 'file:')) return file;
    if (file !== undefined && stringStartsWith(file, '/')) return binding('modules').pathToFileUrl(file);
  }
  return `${binding('modules').pathToFileUrl(globals.process.cwd())}/`;
}

module.exports = { rewrittenFunction, rewrittenSource };
