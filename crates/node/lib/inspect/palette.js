'use strict';

// The tables behind `util.inspect.colors` and `util.inspect.styles`: a style names a color, a color is a pair of "select graphic
// rendition" codes (on, off). Programs may change both at run time.

const {
  arrayForEach, objectAssign, objectCreate, objectDefineProperty, objectEntries, stringToLowerCase,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');

const DEFAULT_FOREGROUND = 39;
const DEFAULT_BACKGROUND = 49;
const COLOR_NAMES = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];

const colors = objectAssign(objectCreate(null), {
  reset: [0, 0],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  blink: [5, 25],
  inverse: [7, 27],
  hidden: [8, 28],
  strikethrough: [9, 29],
  doubleunderline: [21, 24],
});
arrayForEach(COLOR_NAMES, (hue, i) => { colors[stringToLowerCase(hue)] = [30 + i, DEFAULT_FOREGROUND]; });
arrayForEach(COLOR_NAMES, (name, i) => { colors[`bg${name}`] = [40 + i, DEFAULT_BACKGROUND]; });
colors.framed = [51, 54];
colors.overlined = [53, 55];
arrayForEach(COLOR_NAMES, (name, i) => {
  colors[i === 0 ? 'gray' : `${stringToLowerCase(name)}Bright`] = [90 + i, DEFAULT_FOREGROUND];
});
arrayForEach(COLOR_NAMES, (name, i) => {
  colors[i === 0 ? 'bgGray' : `bg${name}Bright`] = [100 + i, DEFAULT_BACKGROUND];
});

const aliases = {
  gray: ['grey', 'blackBright'],
  bgGray: ['bgGrey', 'bgBlackBright'],
  dim: ['faint'],
  strikethrough: ['crossedout', 'strikeThrough', 'crossedOut'],
  hidden: ['conceal'],
  inverse: ['swapColors', 'swapcolors'],
  doubleunderline: ['doubleUnderline'],
};
for (const { 0: target, 1: names } of each(objectEntries(aliases))) {
  for (const name of each(names)) {
    objectDefineProperty(colors, name, {
      __proto__: null,
      get() { return this[target]; },
      set(value) { this[target] = value; },
      configurable: true,
      enumerable: false,
    });
  }
}

function highlightRegExp(source) {
  return require('inspect/regexp_colours').highlight(source, highlightRegExp.colors, colors);
}
highlightRegExp.colors = ['green', 'red', 'yellow', 'cyan', 'magenta'];

const styles = objectAssign(objectCreate(null), {
  special: 'cyan',
  number: 'yellow',
  bigint: 'yellow',
  boolean: 'yellow',
  undefined: 'grey',
  null: 'bold',
  string: 'green',
  symbol: 'green',
  date: 'magenta',
  regexp: highlightRegExp,
  module: 'underline',
});

/** The style function without colors. */
const stylizeNoColor = (text) => text;

module.exports = { colors, styles, stylizeNoColor };
