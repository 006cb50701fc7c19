'use strict';

// util.inspect and its tables. The work is in value.js; the words for each kind of object in shapes.js.

const { objectAssign, objectDefineProperty, objectHasOwn, objectKeys } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { Print, customInspect } = require('inspect/value');
const { colors, styles, uncoloured } = require('inspect/palette');
const defaults = require('inspect/defaults');

function coloured(text, kind) {
  const style = inspect.styles[kind];
  if (style === undefined) return text;
  const color = inspect.colors[style];
  if (color !== undefined) return `\x1b[${color[0]}m${text}\x1b[${color[1]}m`;
  return typeof style === 'function' ? style(text) : text;
}

function applyOptions(print, options) {
  for (const key of each(objectKeys(options))) {
    if (key === 'stylize') print.style = options.stylize;
    else if (objectHasOwn(defaults, key)) print[key] = options[key];
    else print.userOptions ??= options;
  }
}

/** inspect(value[, options]), or as of old inspect(value, showHidden, depth, colors). */
function inspect(value, opts) {
  const print = new Print(inspect, uncoloured);
  const { 2: depth, 3: colors } = arguments;
  if (depth !== undefined) print.depth = depth;
  if (colors !== undefined) print.colors = colors;
  if (typeof opts === 'boolean') print.showHidden = opts;
  else if (opts) applyOptions(print, opts);
  if (print.colors) print.style = coloured;
  if (print.maxArrayLength === null) print.maxArrayLength = Infinity;
  if (print.maxStringLength === null) print.maxStringLength = Infinity;
  return print.value(value, 0);
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
