'use strict';
// `Function`. The engine has no import() for texts made at run time, and speaks its own words to their catch clauses; see
// module/esm/new_function.js. Most texts mention nothing of the kind and are not parsed twice.

const EngineFunction = require('engine').Function;

const FunctionOfTexts = { Function: function (...texts) {
  if (new.target === undefined || new.target === FunctionOfTexts) {
    texts = texts.map(String);
    const made = texts.some((text) => /import|catch|stack|await/.test(text)) ? require('module/esm/new_function').rewrittenFunction(texts) : undefined;
    return made ?? EngineFunction(...texts);
  }
  return Reflect.construct(EngineFunction, texts, new.target);
} }.Function;

Object.defineProperty(FunctionOfTexts, 'prototype', { __proto__: null, value: EngineFunction.prototype, writable: false });
Object.defineProperty(FunctionOfTexts, 'length', { __proto__: null, value: 1, configurable: true });

module.exports = { Function: FunctionOfTexts, constructor: FunctionOfTexts };
