'use strict';
// Serializes an uncaught error of a worker for its parent. An error arrives as an error of the same class, with its stack and its own
// properties, as far as they can be cloned; other values arrive as the output of inspect().

const {
  arrayFilter, arrayPush, classAggregateError: AggregateError, classEvalError: EvalError, classReferenceError: ReferenceError,
  classURIError: URIError, objectDefineProperty, objectGetOwnPropertyDescriptor, objectGetOwnPropertyNames, objectGetPrototypeOf,
  objectHasOwn, symbolFor,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');

const CLASSES = { __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError };

const isError = (value) => value !== null && typeof value === 'object' && require('core/kind').kindOf(value) === 'Error';

function className(error) {
  for (let at = objectGetPrototypeOf(error); at !== null; at = objectGetPrototypeOf(at)) {
    const name = objectHasOwn(at, 'constructor') ? at.constructor?.name : undefined;
    if (name in CLASSES) return name;
  }
  return 'Error';
}

function packed(value, depth = 0) {
  // As in Node, every symbol arrives as the registered one of its description.
  if (typeof value === 'symbol') return { symbol: value.description ?? '' };
  if (typeof value === 'function') return { inspected: require('inspect/inspect').inspect(value) };
  if (!isError(value) || depth > 8) return copyOrInspect(value);
  const own = [];
  for (const key of each(objectGetOwnPropertyNames(value))) {
    if (key === 'line' || key === 'column' || key === 'sourceURL') continue;
    const descriptor = objectGetOwnPropertyDescriptor(value, key);
    let inner;
    try {
      inner = key === 'stack' ? String(value.stack) : value[key];
    } catch {
      continue;
    }
    if (typeof inner === 'function' || typeof inner === 'symbol') continue;
    arrayPush(own, [key, packed(inner, depth + 1), descriptor.enumerable && key !== 'stack']);
  }
  if (!objectHasOwn(value, 'name') && value.name !== className(value)) arrayPush(own, ['name', packed(value.name, depth + 1), false]);
  return { class: className(value), own };
}

function copyOrInspect(value) {
  try {
    require('messaging/wire').encode(value);
    return { value };
  } catch {
    return { inspected: require('inspect/inspect').inspect(value) };
  }
}

function pack(error) {
  const { normalize, isWithoutStack } = require('process/fatal');
  if (isError(error)) normalize(error);
  const given = packed(error);
  if (given.own !== undefined && isWithoutStack(error)) {
    given.own = arrayFilter(given.own, ({ 0: key }) => key !== 'stack');
    arrayPush(given.own, ['stack', { value: undefined }, false]);
  }
  return given;
}

function unpack(given) {
  if (given.inspected !== undefined) return given.inspected;
  if (given.symbol !== undefined) return symbolFor(given.symbol);
  if (given.class === undefined) return given.value;
  const Kind = CLASSES[given.class];
  const error = given.class === 'AggregateError' ? new Kind([]) : new Kind();
  for (const ours of each(['line', 'column', 'sourceURL'])) delete error[ours];
  for (const { 0: key, 1: value, 2: enumerable } of each(given.own)) {
    objectDefineProperty(error, key, { __proto__: null, value: unpack(value), writable: true, enumerable, configurable: true });
  }
  return error;
}

module.exports = { pack, unpack };
