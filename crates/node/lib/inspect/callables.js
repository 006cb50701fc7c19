'use strict';

// Functions and classes: `[Function: f]`, `[AsyncGeneratorFunction (anonymous)]`, `[class B extends A]`.

const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor;
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
const AsyncGeneratorFunction = Object.getPrototypeOf(async function* () {}).constructor;

const flavourOfPrototype = new Map([
  [Function.prototype, 'Function'],
  [GeneratorFunction.prototype, 'GeneratorFunction'],
  [AsyncFunction.prototype, 'AsyncFunction'],
  [AsyncGeneratorFunction.prototype, 'AsyncGeneratorFunction'],
]);

const leadingBlank = /^(?:\s|\/\*[^]*?\*\/|\/\/.*)*/;

function sourceOf(callable) {
  return Function.prototype.toString.call(callable);
}

function skipBlank(text) {
  return text.slice(leadingBlank.exec(text)[0].length);
}

// A method may be called `class` too; only there an opening parenthesis follows.
function isClass(source) {
  if (!source.startsWith('class') || !source.endsWith('}')) return false;
  const rest = skipBlank(source.slice(5));
  return !/^[\w$(\\]/.test(source.slice(5)) && rest[0] !== '(';
}

// Only for functions whose prototype a program has changed: what the source begins with.
function flavourFromSource(source) {
  let rest = skipBlank(source);
  let name = 'Function';
  if (/^async(?![\w$\\])/.test(rest)) {
    const next = skipBlank(rest.slice(5));
    const isMethodCalledAsync = next[0] === '(' && !source.includes('=>');
    if (!isMethodCalledAsync) {
      name = `Async${name}`;
      rest = next;
    }
  }
  const star = rest[0] === '*' || (/^function(?![\w$\\])/.test(rest) && skipBlank(rest.slice(8))[0] === '*');
  if (!star) return name;
  return name === 'Function' ? 'GeneratorFunction' : 'AsyncGeneratorFunction';
}

/** 'Function', 'GeneratorFunction', 'AsyncFunction' or 'AsyncGeneratorFunction'. */
function flavour(callable) {
  return flavourOfPrototype.get(Object.getPrototypeOf(callable)) ?? flavourFromSource(sourceOf(callable));
}

function classText(callable, name, tag) {
  const ownName = (Object.hasOwn(callable, 'name') && callable.name) || '(anonymous)';
  let text = `class ${ownName}`;
  if (name !== 'Function' && name !== null) text += ` [${name}]`;
  if (tag !== '' && name !== tag) text += ` [${tag}]`;
  if (name === null) return `[${text} extends [null prototype]]`;
  const parent = Object.getPrototypeOf(callable).name;
  return parent ? `[${text} extends ${parent}]` : `[${text}]`;
}

/** `name` is the name of the callable's own constructor (null without a prototype), `tag` its toStringTag. */
function callableText(print, callable, name, tag) {
  if (isClass(sourceOf(callable))) return classText(callable, name, tag);
  const type = flavour(callable);
  let text = `[${type}`;
  if (name === null) text += ' (null prototype)';
  const ownName = callable.name;
  if (ownName === '') text += ' (anonymous)';
  else text += `: ${typeof ownName === 'string' ? ownName : print.value(ownName, 0)}`;
  text += ']';
  if (name !== type && name !== null) text += ` ${name}`;
  if (tag !== '' && name !== tag) text += ` [${tag}]`;
  return text;
}

module.exports = { callableText, flavour };
