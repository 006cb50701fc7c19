'use strict';
// `new Function('x', 'return import(x)')`: the usual way to hide an import() from a compiler. The engine would refuse that
// import(), so the text is rewritten like any other; it is relative to the file that makes the function. The other rewrites
// matter as well: templates are compiled to functions that catch an error and hand its message on.

const { rewriteImports } = binding('modules');

// The function, or undefined where the text needs no rewriting or is wrong in a way that the engine should tell.
function rewrittenFunction(texts) {
  const parameters = texts.slice(0, -1).join(',');
  const body = texts.length === 0 ? '' : texts[texts.length - 1];
  const rewritten = rewriteImports(`(function anonymous(${parameters}\n) {\n${body}\n})`);
  if (rewritten === undefined) return undefined;
  const make = (0, eval)(`(__hexloop_import=>${rewritten})`);
  return make(require('module/esm/dynamic_import').importerFor(callerUrl()));
}

// The innermost file on the stack that is not ours.
function callerUrl() {
  const { frames } = binding('stack');
  const all = frames(new Error().stack);
  for (let at = 1; at < all.length; at += 4) {
    const file = all[at];
    if (file?.startsWith('file:')) return file;
    if (file?.startsWith('/')) return binding('modules').pathToFileUrl(file);
  }
  return `${binding('modules').pathToFileUrl(process.cwd())}/`;
}

module.exports = { rewrittenFunction };
