'use strict';

// Which keys of a value are shown, and the text of a key and its value.

const {
  arrayPush, objectGetOwnPropertyNames, objectGetOwnPropertySymbols, objectKeys, regexpTest, stringRepeat, symbolProtoToString,
} = require('core/intrinsics');
const { call0, call1 } = require('core/safe/calls');
const { sliceOf } = require('core/safe/lists');
const { escapeString, quote } = require('inspect/text');
const { isWiderThan } = require('inspect/width');

const isEnumerable = Object.prototype.propertyIsEnumerable;
const identifierKey = /^[a-zA-Z_]\w*$/;
const arrayIndex = /^(?:0|[1-9][0-9]{0,9})$/;
const LAST_INDEX = 2 ** 32 - 2;

function enumerableNames(value) {
  try {
    return objectKeys(value);
  } catch {
    // A module namespace whose module was not evaluated yet: checking enumerability throws.
    return objectGetOwnPropertyNames(value);
  }
}

function shownKeys(value, showHidden) {
  const keys = showHidden ? objectGetOwnPropertyNames(value) : enumerableNames(value);
  const symbols = objectGetOwnPropertySymbols(value);
  for (let i = 0; i < symbols.length; i++) {
    if (showHidden || call1(isEnumerable, value, symbols[i])) arrayPush(keys, symbols[i]);
  }
  return keys;
}

/** The keys of an array or typed array other than its elements. Elements come first in every engine's order. */
function extraKeys(value, showHidden) {
  const keys = shownKeys(value, showHidden);
  // Dense, the common case: as many elements as the length.
  const { length } = value;
  if (keys.length === length && keys[length - 1] === String(length - 1)) return [];
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (typeof keys[middle] === 'string' && isIndex(keys[middle])) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? keys : sliceOf(keys, low);
}

function isIndex(key) {
  return regexpTest(arrayIndex, key) && +key <= LAST_INDEX;
}

function keyText(ctx, key, enumerable) {
  let text;
  if (typeof key === 'symbol') text = ctx.style(escapeString(symbolProtoToString(key)), 'symbol');
  else if (key === '__proto__') text = "['__proto__']";
  else if (regexpTest(identifierKey, key)) text = ctx.style(key, 'name');
  else text = ctx.style(quote(key), 'string');
  return enumerable ? text : `[${text}]`;
}

function callsGetter(ctx, property) {
  switch (ctx.getters) {
    case 'get': return property.set === undefined;
    case 'set': return property.set !== undefined;
    default: return ctx.getters === true;
  }
}

function getterText(ctx, property, receiver, depth) {
  const label = property.set === undefined ? 'Getter' : 'Getter/Setter';
  if (!callsGetter(ctx, property)) return ctx.style(`[${label}]`, 'special');
  const bracketed = (text) => `${ctx.style(`[${label}:`, 'special')} ${text}${ctx.style(']', 'special')}`;
  ctx.indentation += 2;
  let text;
  try {
    const result = call0(property.get, receiver);
    text = result !== null && (typeof result === 'object' || typeof result === 'function') ?
      `${ctx.style(`[${label}]`, 'special')} ${ctx.value(result, depth)}` :
      bracketed(ctx.primitive(result));
  } catch (error) {
    text = bracketed(`<Inspection threw (${ctx.value(error, depth)})>`);
  }
  ctx.indentation -= 2;
  return text;
}

/** A property without its key: an array entry, or the part after `key: `. */
function propertyValueText(ctx, property, depth, receiver) {
  if (property.value !== undefined) {
    ctx.indentation += 2;
    const text = ctx.value(property.value, depth);
    ctx.indentation -= 2;
    return text;
  }
  if (property.get !== undefined) return getterText(ctx, property, receiver, depth);
  if (property.set !== undefined) return ctx.style('[Setter]', 'special');
  return ctx.style('undefined', 'undefined');
}

// With `compact: true` values are indented one more, and a long one moves to a line of its own.
function compactValueText(ctx, property, depth) {
  ctx.indentation += 3;
  const text = ctx.value(property.value, depth);
  const wide = isWiderThan(text, ctx.breakLength, ctx.colors);
  const separator = wide ? `\n${stringRepeat(' ', ctx.indentation)}` : ' ';
  ctx.indentation -= 3;
  return separator + text;
}

/** `key: value`. `inArray` is true for the extra keys of an array; `receiver` is the `this` of a getter. */
function propertyText(ctx, object, key, property, depth, inArray, receiver = object) {
  if (ctx.compact === true && !inArray && property.value !== undefined) {
    const text = compactValueText(ctx, property, depth);
    return `${keyText(ctx, key, property.enumerable)}:${text}`;
  }
  // One template, so that the engine makes a rope of three parts, not of two pairs.
  const text = propertyValueText(ctx, property, depth, receiver);
  return `${keyText(ctx, key, property.enumerable)}: ${text}`;
}

module.exports = { extraKeys, isIndex, propertyText, propertyValueText, shownKeys };
