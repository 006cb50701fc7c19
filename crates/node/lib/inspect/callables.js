'use strict';

// Functions and classes: `[Function: f]`, `[AsyncGeneratorFunction (anonymous)]`, `[class B extends A]`.

const {
  objectGetPrototypeOf, objectHasOwn, regexpExec, regexpTest, stringEndsWith, stringStartsWith,
} = require('core/intrinsics');
const { sourceOf } = require('core/function_source');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');

const asyncPrototype = objectGetPrototypeOf(async () => {});

const leadingTrivia = /^(?:\s|\/\*[^]*?\*\/|\/\/.*)*/;
const everyComment = /\/\/.*?\n|\/\*[^]*?\*\//g;

function skipTrivia(text) {
  return sliceOf(text, regexpExec(leadingTrivia, text)[0].length);
}

// The same test as Node's: no parenthesis before the body, which excludes a method named `class`, and also, as in Node, a class
// that extends the result of a call.
function isClass(source) {
  if (!stringStartsWith(source, 'class') || !stringEndsWith(source, '}')) return false;
  const rest = sliceOf(source, 5, -1);
  const brace = indexIn(rest, '{');
  if (brace === -1) return false;
  return !isIn(sliceOf(rest, 0, brace), '(') || regexpTest(/^\s[^(]*?\{/, replaceIn(rest, everyComment, ''));
}

// `async (` starts an arrow function or a method of that name: the token after the matching parenthesis decides.
function isArrow(parameters) {
  let open = 0;
  for (let i = 0; i < parameters.length; i++) {
    if (parameters[i] === '(') open++;
    else if (parameters[i] === ')' && --open === 0) return stringStartsWith(skipTrivia(sliceOf(parameters, i + 1)), '=>');
  }
  return false;
}

/**
 * 'Function', 'GeneratorFunction', 'AsyncFunction' or 'AsyncGeneratorFunction', by the start of the source: a program can change
 * a function's prototype, but not its source.
 */
function functionKind(callable, source = sourceOf(callable)) {
  let rest = source;
  let isAsync = false;
  if (regexpTest(/^async(?![\w$\\])/, source)) {
    const next = skipTrivia(sliceOf(source, 5));
    isAsync = next[0] !== '(' || objectGetPrototypeOf(callable) === asyncPrototype || isArrow(next);
    if (isAsync) rest = next;
  }
  const isGenerator = rest[0] === '*' ||
    (regexpTest(/^function(?![\w$\\])/, rest) && skipTrivia(sliceOf(rest, 8))[0] === '*');
  return `${isAsync ? 'Async' : ''}${isGenerator ? 'Generator' : ''}Function`;
}

function classText(callable, name, tag) {
  const ownName = (objectHasOwn(callable, 'name') && callable.name) || '(anonymous)';
  let text = `class ${ownName}`;
  if (name !== 'Function' && name !== null) text += ` [${name}]`;
  if (tag !== '' && name !== tag) text += ` [${tag}]`;
  if (name === null) return `[${text} extends [null prototype]]`;
  const parent = objectGetPrototypeOf(callable).name;
  return parent ? `[${text} extends ${parent}]` : `[${text}]`;
}

/** `name` is the name of the callable's own constructor (null without a prototype), `tag` its toStringTag. */
function callableText(ctx, callable, name, tag) {
  const source = sourceOf(callable);
  if (isClass(source)) return classText(callable, name, tag);
  const type = functionKind(callable, source);
  let text = `[${type}`;
  if (name === null) text += ' (null prototype)';
  const ownName = callable.name;
  if (ownName === '') text += ' (anonymous)';
  else text += `: ${typeof ownName === 'string' ? ownName : ctx.value(ownName, NaN)}`;
  text += ']';
  if (name !== type && name !== null) text += ` ${name}`;
  if (tag !== '' && name !== tag) text += ` [${tag}]`;
  return text;
}

module.exports = { callableText, functionKind };
