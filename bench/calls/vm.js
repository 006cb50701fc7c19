'use strict';
const vm = require('vm');
const { eight } = require('./fixtures/eight.js');

const texts = eight((index) => `${index} + 1`);
const scripts = texts.map((text) => new vm.Script(text));
const context = vm.createContext({ value: 20, add: (a, b) => a + b });
const compute = new vm.Script('add(value, 1)');

exports.calls = {
  'new Script': (turn) => new vm.Script(texts[turn & 7]),
  'runInThisContext of text': (turn) => vm.runInThisContext(texts[turn & 7]),
  'script.runInThisContext': (turn) => scripts[turn & 7].runInThisContext(),
  createContext: () => vm.createContext({}),
  isContext: () => vm.isContext(context),
  'runInContext of text': (turn) => vm.runInContext(texts[turn & 7], context),
  'script.runInContext': () => compute.runInContext(context),
  runInNewContext: (turn) => vm.runInNewContext('value + 1', { value: turn }),
  compileFunction: (turn) => vm.compileFunction(`return a + ${turn & 7}`, ['a']),
  'property of a context, set from outside': (turn) => { context.value = turn & 7; },
};
