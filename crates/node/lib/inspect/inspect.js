'use strict';

// util.inspect and its tables. value.js does the work; shapes.js formats each kind of object.

const { objectAssign, objectDefineProperty, objectHasOwn, objectKeys } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { Context, customInspect } = require('inspect/value');
const { colors, styles, stylizeNoColor } = require('inspect/palette');
const { numberText } = require('inspect/text');
const defaults = require('inspect/defaults');

function stylizeWithColor(text, kind) {
  const style = inspect.styles[kind];
  if (style === undefined) return text;
  const color = inspect.colors[style];
  if (color !== undefined) return `\x1b[${color[0]}m${text}\x1b[${color[1]}m`;
  return typeof style === 'function' ? style(text) : text;
}

function applyOptions(ctx, options) {
  for (const key of each(objectKeys(options))) {
    if (key === 'stylize') ctx.style = options.stylize;
    else if (objectHasOwn(defaults, key)) ctx[key] = options[key];
    else ctx.userOptions ??= options;
  }
}

/** inspect(value[, options]), or the legacy inspect(value, showHidden, depth, colors). */
function inspect(value, opts) {
  if (typeof value === 'number' && arguments.length === 1 && !defaults.colors) return numberText(value, defaults.numericSeparator);
  const ctx = new Context(inspect, stylizeNoColor);
  const { 2: depth, 3: colors } = arguments;
  if (depth !== undefined) ctx.depth = depth;
  if (colors !== undefined) ctx.colors = colors;
  if (typeof opts === 'boolean') ctx.showHidden = opts;
  else if (opts) applyOptions(ctx, opts);
  if (ctx.colors) ctx.style = stylizeWithColor;
  if (ctx.maxArrayLength === null) ctx.maxArrayLength = Infinity;
  if (ctx.maxStringLength === null) ctx.maxStringLength = Infinity;
  return ctx.value(value, 0);
}

inspect.custom = customInspect;
objectDefineProperty(inspect, 'defaultOptions', {
  __proto__: null,
  get() { return defaults; },
  set(options) {
    require('core/validate').validateObject(options, 'options');
    objectAssign(defaults, options);
  },
});
inspect.colors = colors;
inspect.styles = styles;

module.exports = {
  inspect,
  get getStringWidth() { return require('inspect/width').getStringWidth; },
  get stripVTControlCharacters() { return require('inspect/width').stripVTControlCharacters; },
};
