'use strict';

// Which keys of a value are shown, and one key with its value as text.

const {
  arrayPush, objectGetOwnPropertyNames, objectGetOwnPropertySymbols, objectKeys, regexpTest, stringRepeat, symbolProtoToString,
} = require('core/intrinsics');
const { call0, call1 } = require('core/safe/calls');
const { sliceOf } = require('core/safe/lists');
const { escapeBare, quote } = require('inspect/text');
const { isWiderThan } = require('inspect/width');

const isEnumerable = Object.prototype.propertyIsEnumerable;
const bareKey = /^[a-zA-Z_]\w*$/;
const arrayIndex = /^(?:0|[1-9][0-9]{0,9})$/;
const LAST_INDEX = 2 ** 32 - 2;

function enumerableNames(value) {
  try {
    return objectKeys(value);
  } catch {
    // A module namespace whose module has not run yet: asking which of its bindings are enumerable throws.
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

/** The keys of an array or typed array beyond its elements. Elements come first in every engine's order. */
function extraKeys(value, showHidden) {
  const keys = shownKeys(value, showHidden);
  // Dense, the usual case: as many elements as the length says.
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

function keyText(print, key, enumerable) {
  let text;
  if (typeof key === 'symbol') text = print.style(escapeBare(symbolProtoToString(key)), 'symbol');
  else if (key === '__proto__') text = "['__proto__']";
  else if (regexpTest(bareKey, key)) text = print.style(key, 'name');
  else text = print.style(quote(key), 'string');
  return enumerable ? text : `[${text}]`;
}

function callsGetter(print, property) {
  switch (print.getters) {
    case 'get': return property.set === undefined;
    case 'set': return property.set !== undefined;
    default: return print.getters === true;
  }
}

function getterText(print, property, receiver, depth) {
  const label = property.set === undefined ? 'Getter' : 'Getter/Setter';
  if (!callsGetter(print, property)) return print.style(`[${label}]`, 'special');
  const boxed = (text) => `${print.style(`[${label}:`, 'special')} ${text}${print.style(']', 'special')}`;
  print.indentation += 2;
  let text;
  try {
    const result = call0(property.get, receiver);
    text = result !== null && (typeof result === 'object' || typeof result === 'function') ?
      `${print.style(`[${label}]`, 'special')} ${print.value(result, depth)}` :
      boxed(print.primitive(result));
  } catch (error) {
    text = boxed(`<Inspection threw (${print.value(error, depth)})>`);
  }
  print.indentation -= 2;
  return text;
}

/** A property without its key: what stands in an array's place, or after `key: `. */
function propertyValueText(print, property, depth, receiver) {
  if (property.value !== undefined) {
    print.indentation += 2;
    const text = print.value(property.value, depth);
    print.indentation -= 2;
    return text;
  }
  if (property.get !== undefined) return getterText(print, property, receiver, depth);
  if (property.set !== undefined) return print.style('[Setter]', 'special');
  return print.style('undefined', 'undefined');
}

// Under `compact: true` values are indented one further, and a wide one moves to a line of its own.
function oldStyleValueText(print, property, depth) {
  print.indentation += 3;
  const text = print.value(property.value, depth);
  const wide = isWiderThan(text, print.breakLength, print.colors);
  const lead = wide ? `\n${stringRepeat(' ', print.indentation)}` : ' ';
  print.indentation -= 3;
  return lead + text;
}

/** `key: value`. `inArray` is true for the extra keys of an array; `receiver` is what a getter is called on. */
function propertyText(print, object, key, property, depth, inArray, receiver = object) {
  if (print.compact === true && !inArray && property.value !== undefined) {
    const text = oldStyleValueText(print, property, depth);
    return `${keyText(print, key, property.enumerable)}:${text}`;
  }
  // One template, so that the engine links three pieces and not two pairs.
  const text = propertyValueText(print, property, depth, receiver);
  return `${keyText(print, key, property.enumerable)}: ${text}`;
}

module.exports = { extraKeys, isIndex, propertyText, propertyValueText, shownKeys };
