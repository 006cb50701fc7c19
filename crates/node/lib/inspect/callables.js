'use strict';

// Functions and classes: `[Function: f]`, `[AsyncGeneratorFunction (anonymous)]`, `[class B extends A]`.

const asyncPrototype = Object.getPrototypeOf(async () => {});

const leadingBlank = /^(?:\s|\/\*[^]*?\*\/|\/\/.*)*/;
const everyComment = /\/\/.*?\n|\/\*[^]*?\*\//g;

function sourceOf(callable) {
  return Function.prototype.toString.call(callable);
}

function skipBlank(text) {
  return text.slice(leadingBlank.exec(text)[0].length);
}

// As Node tells them: no parenthesis may come before the body, which rules out a method called `class`, and also, as Node
// would have it, a class that extends the result of a call.
function isClass(source) {
  if (!source.startsWith('class') || !source.endsWith('}')) return false;
  const rest = source.slice(5, -1);
  const brace = rest.indexOf('{');
  if (brace === -1) return false;
  return !rest.slice(0, brace).includes('(') || /^\s[^(]*?\{/.test(rest.replace(everyComment, ''));
}

// `async (` opens an arrow function or a method of that name: what follows the matching parenthesis tells.
function isArrow(parameters) {
  let open = 0;
  for (let i = 0; i < parameters.length; i++) {
    if (parameters[i] === '(') open++;
    else if (parameters[i] === ')' && --open === 0) return skipBlank(parameters.slice(i + 1)).startsWith('=>');
  }
  return false;
}

/**
 * 'Function', 'GeneratorFunction', 'AsyncFunction' or 'AsyncGeneratorFunction', by what the source begins with: a program
 * can change a function's prototype, not its source.
 */
function flavour(callable, source = sourceOf(callable)) {
  let rest = source;
  let isAsync = false;
  if (/^async(?![\w$\\])/.test(source)) {
    const next = skipBlank(source.slice(5));
    isAsync = next[0] !== '(' || Object.getPrototypeOf(callable) === asyncPrototype || isArrow(next);
    if (isAsync) rest = next;
  }
  const isGenerator = rest[0] === '*' ||
    (/^function(?![\w$\\])/.test(rest) && skipBlank(rest.slice(8))[0] === '*');
  return `${isAsync ? 'Async' : ''}${isGenerator ? 'Generator' : ''}Function`;
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
  const source = sourceOf(callable);
  if (isClass(source)) return classText(callable, name, tag);
  const type = flavour(callable, source);
  let text = `[${type}`;
  if (name === null) text += ' (null prototype)';
  const ownName = callable.name;
  if (ownName === '') text += ' (anonymous)';
  else text += `: ${typeof ownName === 'string' ? ownName : print.value(ownName, NaN)}`;
  text += ']';
  if (name !== type && name !== null) text += ` ${name}`;
  if (tag !== '' && name !== tag) text += ` [${tag}]`;
  return text;
}

module.exports = { callableText, flavour };
