'use strict';
// What `Function` does (boot.js makes it). The engine has no import() for texts made at run time, and speaks its own words to
// their catch clauses; see module/esm/new_function.js. Most texts mention nothing of the kind and are not parsed twice.

function make(EngineFunction, ownFunction, texts, newTarget) {
  if (newTarget === undefined || newTarget === ownFunction) {
    texts = texts.map(String);
    const made = texts.some((text) => /import|catch|stack|await/.test(text)) ? require('module/esm/new_function').rewrittenFunction(texts) : undefined;
    return made ?? EngineFunction(...texts);
  }
  return Reflect.construct(EngineFunction, texts, newTarget);
}

module.exports = { make };
