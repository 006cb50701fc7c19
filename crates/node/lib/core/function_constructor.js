'use strict';
// The `Function` constructor, and those of async functions and generators (boot.js defines them). The engine has no import() in
// source compiled at run time, and passes its own messages to catch clauses; see module/esm/new_function.js. Most sources contain
// neither and are not parsed twice.

const { arrayJoin, arrayMap, arraySome, reflectConstruct, regexpTest } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');

const mayNeedRewriting = (source) => regexpTest(/import|catch|stack|await|eval/, source);

// `prefix` is the beginning of such a function's source.
function construct(EngineFunction, ownFunction, prefix, sources, newTarget) {
  if (newTarget === undefined || newTarget === ownFunction) {
    sources = arrayMap(sources, String);
    const created = arraySome(sources, mayNeedRewriting) ? require('module/esm/new_function').rewrittenFunction(sources, prefix) : undefined;
    return created ?? EngineFunction(...each(sources));
  }
  return reflectConstruct(EngineFunction, sources, newTarget);
}

// The source of such a function for another realm, whose import() calls `importer`; undefined if it needs no rewriting.
function rewrittenFor(sources, prefix, importer) {
  if (!arraySome(sources, mayNeedRewriting)) return undefined;
  const body = sources.length === 0 ? '' : sources[sources.length - 1];
  return binding('modules').rewriteImports(`(${prefix} anonymous(${arrayJoin(sliceOf(sources, 0, -1), ',')}\n) {\n${body}\n})`, importer);
}

// The source to evaluate instead of `source`.
function sourceForEval(source) {
  return typeof source === 'string' && mayNeedRewriting(source) ? require('module/esm/new_function').rewrittenSource(source) : source;
}

module.exports = { construct, rewrittenFor, sourceForEval };
