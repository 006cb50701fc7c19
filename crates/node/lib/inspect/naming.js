'use strict';

// The name of a value: that of its constructor, found without trusting it, and the prefix made of that name and its
// Symbol.toStringTag, such as `Foo [bar] `, `[Object: null prototype] ` or `Foo <Complex prototype> `.
//
// A name is used only if the value is really an instance of the function with that name, so `{ constructor: Map }` is still an
// Object and `Foo.prototype` is not a Foo.

const {
  arrayMap, arrayPop, arrayPush, classAggregateError: AggregateError, objectGetOwnPropertyDescriptor, objectGetPrototypeOf,
  objectHasOwn, objectKeys, objectProtoPropertyIsEnumerable, reflectOwnKeys, stringSplit, take,
} = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { lastIndexIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { kindOf } = require('inspect/kinds');

// The built-in constructors. Inherited properties of their instances are not shown. Node makes the list before V8 adds the newest
// ones (Temporal, SharedArrayBuffer, DisposableStack), so those are not in it.
const LANGUAGE_CONSTRUCTORS = new SafeSet(stringSplit((
  'Object Function Array Number Infinity NaN Boolean String Symbol Date Promise RegExp Error AggregateError EvalError ' +
  'RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array ' +
  'Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray Float32Array ' +
  'Float64Array Float16Array DataView Map BigInt Set Iterator WeakMap WeakSet Proxy Reflect FinalizationRegistry ' +
  'WeakRef'), ' '));

const TypedArray = objectGetPrototypeOf(Uint8Array);
const typedArrayName = take('typedArray', Symbol.toStringTag, 'get', '[Symbol.toStringTag]');

// Prototypes whose name is known even if a program changed their `constructor` property.
const KNOWN_PROTOTYPES = new SafeMap(arrayMap([
  Array, ArrayBuffer, require('engine').Function, Map, Set, Object, TypedArray, RegExp, Date, DataView, Error, AggregateError, RangeError,
  TypeError, Boolean, Number, String, __hexloop_promise__, WeakMap, WeakSet,
], (constructor) => [constructor.prototype, constructor.name]));

function inherits(value, prototype) {
  for (let link = objectGetPrototypeOf(value); link !== null; link = objectGetPrototypeOf(link)) {
    if (link === prototype) return true;
  }
  return false;
}

function isInstance(value, constructor) {
  try {
    return value instanceof constructor;
  } catch {
    return false; // A Symbol.hasInstance that throws, or a constructor without a prototype.
  }
}

function ownConstructor(object) {
  const property = objectGetOwnPropertyDescriptor(object, 'constructor');
  return property !== undefined && typeof property.value === 'function' ? property.value : undefined;
}

function inheritedData(value, key) {
  for (let link = value; link !== null; link = objectGetPrototypeOf(link)) {
    const property = objectGetOwnPropertyDescriptor(link, key);
    if (property !== undefined) return property.value;
  }
  return undefined;
}

const brandNames = { MapIterator: 'MapIterator', SetIterator: 'SetIterator', ModuleNamespace: 'Module' };

function boxedName(value) {
  const unbox = { Number: Number.prototype.valueOf, String: String.prototype.valueOf, Boolean: Boolean.prototype.valueOf,
    BigInt: BigInt.prototype.valueOf, Symbol: Symbol.prototype.valueOf };
  for (const name of each(objectKeys(unbox))) {
    try {
      call0(unbox[name], value);
      return name;
    } catch {
      // Each valueOf throws for other boxed primitives.
    }
  }
  return 'Object';
}

/** The fallback for a value whose prototypes have no name: from the engine's brand or the value's tag. */
function brandName(value) {
  const kind = kindOf(value);
  if (kind === 'TypedArray') return call0(typedArrayName, value);
  if (kind === 'Boxed') return boxedName(value);
  if (kind === 'Function') return require('inspect/callables').functionKind(value);
  if (kind !== 'Object') return brandNames[kind] ?? kind;
  const tag = inheritedData(value, Symbol.toStringTag);
  if (typeof tag === 'string' && tag !== '') return tag;
  const constructor = inheritedData(objectGetPrototypeOf(value), 'constructor');
  return typeof constructor === 'function' && constructor.name !== '' ? String(constructor.name) : 'Object';
}

/**
 * The constructor's name, or null for a value without a prototype. `inherited`, if it is an array, receives the properties that
 * a program added to the prototypes on the way (shown by showHidden).
 */
function constructorName(ctx, value, depth, inherited) {
  if (inherited === undefined) {
    const known = KNOWN_PROTOTYPES.get(objectGetPrototypeOf(value));
    if (known !== undefined && !objectHasOwn(value, 'constructor')) return known;
  }
  let first;
  for (let link = value; link !== null; link = objectGetPrototypeOf(link)) {
    if (link !== value && first === undefined) first = link;
    const known = KNOWN_PROTOTYPES.get(link);
    if (known !== undefined && inherits(value, link)) {
      if (inherited !== undefined && first !== link) addInherited(ctx, value, first ?? value, depth, inherited);
      return known;
    }
    const constructor = ownConstructor(link);
    if (constructor !== undefined && constructor.name !== '' && isInstance(value, constructor)) {
      if (inherited !== undefined && (first !== link || !LANGUAGE_CONSTRUCTORS.has(constructor.name))) {
        addInherited(ctx, value, first ?? value, depth, inherited);
      }
      return String(constructor.name);
    }
  }
  return first === undefined ? null : unnamedChain(ctx, value, first, depth, inherited);
}

// No prototype has a name: `Object <[Object: null prototype] {}>`.
function unnamedChain(ctx, value, prototype, depth, inherited) {
  const name = brandName(value);
  if (ctx.depth !== null && depth > ctx.depth) return `${name} <Complex prototype>`;
  const prototypeName = constructorName(ctx, prototype, depth + 1, inherited);
  if (prototypeName !== null) return `${name} <${prototypeName}>`;
  const { inspect } = require('inspect/inspect');
  return `${name} <${inspect(prototype, { ...ctx.optionsForUser(false), customInspect: false, depth: -1 })}>`;
}

// Its `constructor` may still be a lazy getter (core/function_constructor).
const functionPrototype = objectGetPrototypeOf(constructorName);

// At most three prototypes: further up, the properties describe a library rather than the value.
const LAYERS_SEARCHED = 3;

function addInherited(ctx, value, start, depth, inherited) {
  const { propertyText } = require('inspect/properties');
  const shown = new SafeSet();
  let layer = start;
  for (let count = 0; count < LAYERS_SEARCHED; count++) {
    if (count !== 0 || layer === value) {
      layer = objectGetPrototypeOf(layer);
      if (layer === null || layer === functionPrototype) return;
      const constructor = ownConstructor(layer);
      if (constructor !== undefined && LANGUAGE_CONSTRUCTORS.has(constructor.name)) return;
    }
    const keys = reflectOwnKeys(layer);
    arrayPush(ctx.ancestors, value);
    for (const key of each(keys)) {
      if (key === 'constructor' || objectHasOwn(value, key) || shown.has(key)) continue;
      const property = objectGetOwnPropertyDescriptor(layer, key);
      if (typeof property.value === 'function') continue;
      const text = propertyText(ctx, layer, key, property, depth, false, value);
      arrayPush(inherited, ctx.colors ? `\x1b[2m${text}\x1b[22m` : text);
    }
    arrayPop(ctx.ancestors);
    for (const key of each(keys)) shown.add(key);
  }
}

/** `Foo(2) [tag] `: always ends with a space, before a brace. `fallback` is used for a missing prototype. */
function prefix(name, tag, fallback, size = '') {
  if (name === null) {
    return tag !== '' && fallback !== tag ?
      `[${fallback}${size}: null prototype] [${tag}] ` :
      `[${fallback}${size}: null prototype] `;
  }
  if (tag === '') return `${name}${size} `;
  // A dotted tag such as Intl's `Intl.Collator` already ends with the name.
  const dot = lastIndexIn(tag, '.');
  if (name === (dot >= 1 ? sliceOf(tag, dot + 1) : tag)) return `${tag}${size} `;
  return `${name}${size} [${tag}] `;
}

/** The prefix of a value of no special kind. */
function defaultPrefix(value, name, tag) {
  if (name !== null) return prefix(name, tag, '');
  const brand = brandName(value);
  return prefix(name, tag, brand === tag ? 'Object' : brand);
}

/** Symbol.toStringTag, unless it is listed among the properties anyway. */
function tagOf(value, showHidden) {
  let tag;
  try {
    tag = value[Symbol.toStringTag];
  } catch {
    return '';
  }
  if (typeof tag !== 'string' || tag === '') return '';
  const listed = showHidden ?
    objectHasOwn(value, Symbol.toStringTag) :
    objectProtoPropertyIsEnumerable(value, Symbol.toStringTag);
  return listed ? '' : tag;
}

module.exports = { LANGUAGE_CONSTRUCTORS, boxedName, constructorName, defaultPrefix, prefix, tagOf, typedArrayName };
