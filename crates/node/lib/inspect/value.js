'use strict';

// Formats one value.
//
//   value ── primitive ───────────────────────────────────────────────► text
//     │
//     ├── proxy: shown as `Proxy [ target, handler ]` or unwrapped, traps never run
//     ├── [util.inspect.custom]: the result of the value's own function
//     ├── already being formatted further up: [Circular *n]
//     │
//     └── its shape (shapes.js): braces, the text before them, keys, a function for the entries
//           │
//           ├── too deep: [Name]
//           └── entries + properties ──► layout ──► text
//
// A Context is the state of one call of inspect: the options, and the state of the recursion.

const {
  arrayPop, arrayPush, arraySort, arraySplice, objectAssign, objectGetOwnPropertyDescriptor, objectGetPrototypeOf, objectHasOwn,
  objectKeys, objectSetPrototypeOf, regexpTest, stringRepeat, stringReplaceAll, symbolFor,
} = require('core/intrinsics');
const { call3 } = require('core/safe/calls');
const { SafeMap } = require('core/safe/collections');
const { isIn, sliceOf } = require('core/safe/lists');
const { appendAll, each } = require('core/safe/walk');
const { reduceToSingleString } = require('inspect/layout');
const { stylizeNoColor } = require('inspect/palette');
const { constructorName, defaultPrefix, tagOf } = require('inspect/naming');
const { propertyText, shownKeys } = require('inspect/properties');
const { braces, shapeOf } = require('inspect/shapes');
const { primitiveText } = require('inspect/text');
const defaults = require('inspect/defaults');

const { kindOf } = require('inspect/kinds');
const { getProxyDetails } = binding('inspect');

const customInspect = symbolFor('nodejs.util.inspect.custom');
const OPTION_NAMES = objectKeys(defaults);

// When the output at one indentation exceeds this, only names are shown from there on.
const MAX_OUTPUT = 2 ** 27;

// Node's stack overflows at about 900 levels of plain objects. Ours would hold many more, and the output, indented further at each
// level, grows with their square (with `compact: true` the work with their cube).
const MAX_LEVELS = 1000;

class Context {
  constructor(inspect, style) {
    this.inspect = inspect;
    this.style = style;
    this.showHidden = defaults.showHidden;
    this.depth = defaults.depth;
    this.colors = defaults.colors;
    this.customInspect = defaults.customInspect;
    this.showProxy = defaults.showProxy;
    this.maxArrayLength = defaults.maxArrayLength;
    this.maxStringLength = defaults.maxStringLength;
    this.breakLength = defaults.breakLength;
    this.compact = defaults.compact;
    this.sorted = defaults.sorted;
    this.getters = defaults.getters;
    this.numericSeparator = defaults.numericSeparator;
    this.userOptions = undefined; // Set if the caller passed other options, for custom inspect functions.
    this.indentation = 0;
    this.currentDepth = 0; // The depth of the last value entered.
    this.ancestors = [];
    this.circular = undefined; // Map from a value that contains itself to its reference number.
    this.written = undefined; // Characters output so far, by indentation.
    this.isOneLine = false; // Whether the last text is known to have no line break.
  }

  isTooDeep(depth) {
    return this.depth !== null && depth > this.depth;
  }

  value(value, depth, inTypedArray) {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return this.primitive(value);
    const kind = kindOf(value);
    if (kind === 'Object' && isPlainObject(this, value)) return this.plainObject(value, depth);
    const text = kind === 'Proxy' ?
      this.proxy(value, depth, inTypedArray) :
      this.object(value, value, kind, depth, inTypedArray);
    this.isOneLine = false;
    return text;
  }

  primitive(value) {
    this.isOneLine = this.style === stylizeNoColor && typeof value !== 'symbol';
    return value === null ? this.style('null', 'null') : primitiveText(this.style, value, this);
  }

  proxy(proxy, depth, inTypedArray) {
    const special = (text) => this.style(text, 'special');
    if (this.showProxy) return this.proxyParts(proxy, depth);
    let layers = 0;
    let target = proxy;
    let kind = 'Proxy';
    while (kind === 'Proxy') {
      target = getProxyDetails(target)[0];
      if (target === undefined || target === null) break;
      layers++;
      kind = kindOf(target);
    }
    let text;
    if (kind === 'Proxy') text = special('<Revoked Proxy>');
    else {
      const custom = this.formatCustom(target, proxy, depth, true);
      if (custom !== undefined) return custom;
      text = this.formatRaw(target, kind, depth, inTypedArray);
      if (text === undefined) return this.formatCircular(target);
    }
    for (; layers > 0; layers--) text = `${special('Proxy(')}${text}${special(')')}`;
    return text;
  }

  proxyParts(proxy, depth) {
    const { 0: target, 1: handler } = getProxyDetails(proxy);
    if (target === undefined || target === null) return this.style('<Revoked Proxy>', 'special');
    if (this.isTooDeep(depth)) return this.style('Proxy [Array]', 'special');
    if (depth > MAX_LEVELS) throw new RangeError('Maximum call stack size exceeded'); // In Node the stack would overflow.
    this.indentation += 2;
    const parts = [this.value(target, depth + 1), this.value(handler, depth + 1)];
    this.indentation -= 2;
    return reduceToSingleString(this, parts, '', 'Proxy [', ']', true, depth + 1);
  }

  object(value, receiver, kind, depth, inTypedArray) {
    return this.formatCustom(value, receiver, depth, false) ??
      this.formatRaw(value, kind, depth, inTypedArray) ??
      this.formatCircular(value);
  }

  // The result of the value's own inspect function, or undefined. `receiver` is the outermost proxy, if there is one.
  formatCustom(value, receiver, depth, isProxied) {
    if (!this.customInspect) return undefined;
    const custom = value[customInspect];
    if (typeof custom !== 'function' || custom === this.inspect) return undefined;
    // A prototype object is shown as it is: its method expects an instance.
    if (objectGetOwnPropertyDescriptor(value, 'constructor')?.value?.prototype === value) return undefined;
    const remainingDepth = this.depth === null ? null : this.depth - depth;
    const isCrossContext = isProxied || !(receiver instanceof Object);
    const result = call3(custom, receiver, remainingDepth, this.optionsForUser(isCrossContext), this.inspect);
    if (result === receiver) return undefined;
    if (typeof result !== 'string') return this.value(result, depth);
    return stringReplaceAll(result, '\n', `\n${stringRepeat(' ', this.indentation)}`);
  }

  formatCircular(value) {
    this.circular ??= new SafeMap();
    let index = this.circular.get(value);
    if (index === undefined) {
      index = this.circular.size + 1;
      this.circular.set(value, index);
    }
    return this.style(`[Circular *${index}]`, 'special');
  }

  // Undefined if the value is one of its own ancestors.
  formatRaw(value, kind, depth, inTypedArray) {
    if (isIn(this.ancestors, value)) return undefined;
    const inherited = this.showHidden && !this.isTooDeep(depth) ? [] : undefined;
    const name = constructorName(this, value, depth, inherited);
    const tag = tagOf(value, this.showHidden);
    const hasInherited = inherited !== undefined && inherited.length !== 0;
    const shape = shapeOf(this, value, kind, { name, tag, depth, hasInherited, inTypedArray });
    if (typeof shape === 'string') return shape;
    if (this.isTooDeep(depth)) {
      const label = sliceOf(defaultPrefix(value, name, tag), 0, -1);
      return this.style(name === null ? label : `[${label}]`, 'special');
    }
    return this.body(value, shape, depth + 1, hasInherited ? inherited : undefined, name, tag);
  }

  // formatRaw() for `{ key: value }`, without looking for what such an object does not have.
  plainObject(value, depth) {
    this.isOneLine = this.style === stylizeNoColor;
    if (isIn(this.ancestors, value)) return this.formatCircular(value);
    const keys = shownKeys(value, false);
    if (keys.length === 0) return '{}';
    if (this.isTooDeep(depth)) return this.style('[Object]', 'special');
    return this.body(value, braces('{', keys), depth + 1, undefined, 'Object', '');
  }

  body(value, shape, depth, inherited, name, tag) {
    const { indentation } = this;
    if (this.ancestors.length >= MAX_LEVELS) return this.interrupted(value, name, tag);
    arrayPush(this.ancestors, value);
    this.currentDepth = depth;
    let entries;
    let areOneLine = this.style === stylizeNoColor && shape.entries === undefined && shape.internals === undefined &&
      inherited === undefined;
    try {
      entries = shape.entries === undefined ? [] : shape.entries(this, value, depth);
      if (shape.internals !== undefined) {
        for (const key of each(shape.internals)) arrayPush(entries, this.internal(value, key, depth, shape.inTypedArray));
      }
      for (let i = 0; i < shape.keys.length; i++) {
        const key = shape.keys[i];
        const property = objectGetOwnPropertyDescriptor(value, key);
        this.isOneLine = true; // A label, if it is not a value.
        arrayPush(entries, propertyText(this, value, key, property, depth, shape.isArray));
        areOneLine &&= this.isOneLine;
      }
      if (inherited !== undefined) appendAll(entries, each(inherited));
    } catch (error) {
      if (!isStackOverflow(error)) throw error;
      arrayPop(this.ancestors);
      this.indentation = indentation;
      return this.interrupted(value, name, tag);
    }
    arrayPop(this.ancestors);
    this.sort(entries, shape);
    const text = this.assemble(value, shape, entries, depth, areOneLine);
    this.trackOutputSize(text.length);
    return text;
  }

  interrupted(value, name, tag) {
    const label = sliceOf(defaultPrefix(value, name, tag), 0, -1);
    const text = `[${label}: Inspection interrupted prematurely. Maximum call stack size exceeded.]`;
    return this.style(text, 'special');
  }

  // `[byteLength]: 8`: internal values, read through getters of the prototype.
  internal(value, key, depth, inTypedArray) {
    this.indentation += 2;
    const text = this.value(value[key], depth, inTypedArray);
    this.indentation -= 2;
    return `${this.style(`[${key}]`, 'string')}: ${text}`;
  }

  sort(entries, shape) {
    if (!this.sorted) return;
    const compare = this.sorted === true ? undefined : this.sorted;
    if (!shape.isArray) arraySort(entries, compare);
    else if (shape.keys.length > 1) {
      const first = entries.length - shape.keys.length;
      appendAll(entries, each(arraySort(arraySplice(entries, first, entries.length), compare)));
    }
  }

  assemble(value, shape, entries, depth, areOneLine) {
    let { base, open } = shape;
    const index = this.circular?.get(value);
    if (index !== undefined) {
      const reference = this.style(`<ref *${index}>`, 'special');
      if (this.compact === true) open = `${reference} ${open}`;
      else base = base === '' ? reference : `${reference} ${base}`;
    }
    return reduceToSingleString(this, entries, base, open, shape.close, shape.isArray, depth, value, areOneLine);
  }

  trackOutputSize(length) {
    this.written ??= [];
    const total = (this.written[this.indentation] ?? 0) + length;
    this.written[this.indentation] = total;
    if (total > MAX_OUTPUT) this.depth = -1;
  }

  // The options for a custom inspect function. An object of another realm gets no object of ours that could lead it back here.
  optionsForUser(isCrossContext) {
    const options = { stylize: this.style };
    for (const name of each(OPTION_NAMES)) options[name] = this[name];
    objectAssign(options, this.userOptions);
    if (!isCrossContext) return options;
    objectSetPrototypeOf(options, null);
    for (const key of each(objectKeys(options))) {
      const value = options[key];
      if (value !== null && (typeof value === 'object' || typeof value === 'function')) delete options[key];
    }
    const { style } = this;
    options.stylize = objectSetPrototypeOf((text, kind) => {
      try {
        return `${style(text, kind)}`;
      } catch {
        return text;
      }
    }, null);
    return options;
  }
}

const objectPrototype = Object.prototype;

/** Whether an object is only its enumerable properties: no name, tag or custom inspect function. */
function isPlainObject(ctx, object) {
  return objectGetPrototypeOf(object) === objectPrototype && !ctx.showHidden && !(Symbol.toStringTag in object) &&
    !(ctx.customInspect && customInspect in object) && !objectHasOwn(object, 'constructor');
}

// JavaScriptCore ends the message with a full stop, V8 does not.
function isStackOverflow(error) {
  return error instanceof RangeError && regexpTest(/^Maximum call stack size exceeded\.?$/, error.message);
}

module.exports = { Context, customInspect };
