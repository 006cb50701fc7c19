'use strict';
// What `Function` does, and its likes for async functions and generators (boot.js makes them). The engine has no import() for
// texts made at run time, and speaks its own words to their catch clauses; see module/esm/new_function.js. Most texts mention
// nothing of the kind and are not parsed twice.

const { arrayJoin, arrayMap, arraySome, reflectConstruct, regexpTest } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');

const mayNeedRewriting = (text) => regexpTest(/import|catch|stack|await|eval/, text);

// `head` is what the source of such a function begins with.
function make(EngineFunction, ownFunction, head, texts, newTarget) {
  if (newTarget === undefined || newTarget === ownFunction) {
    texts = arrayMap(texts, String);
    const made = arraySome(texts, mayNeedRewriting) ? require('module/esm/new_function').rewrittenFunction(texts, head) : undefined;
    return made ?? EngineFunction(...each(texts));
  }
  return reflectConstruct(EngineFunction, texts, newTarget);
}

// The text of such a function for another realm, whose import() calls `importer`; undefined where it needs no rewriting.
function rewrittenFor(texts, head, importer) {
  if (!arraySome(texts, mayNeedRewriting)) return undefined;
  const body = texts.length === 0 ? '' : texts[texts.length - 1];
  return binding('modules').rewriteImports(`(${head} anonymous(${arrayJoin(sliceOf(texts, 0, -1), ',')}\n) {\n${body}\n})`, importer);
}

// What is to be evaluated in the place of `text`.
function textForEval(text) {
  return typeof text === 'string' && mayNeedRewriting(text) ? require('module/esm/new_function').rewrittenText(text) : text;
}

module.exports = { make, rewrittenFor, textForEval };
