'use strict';

// The part of an assertion's message that shows where two values differ.

const globals = require('globals');
const { arrayJoin, arrayReverse, mathMin, stringEndsWith, stringRepeat, stringSplit, stringTrimEnd } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { sliceOf } = require('core/safe/lists');

const readable = {
  __proto__: null,
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  partialDeepStrictEqual: 'Expected values to be partially and strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: 'Values have same structure but are not reference-equal:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};

const kShort = 12;
const kContextLines = 5;
const kMaxLines = 50;

// Every property on its own line, sorted, nothing omitted, as a line diff needs it.
function inspectValue(value) {
  return require('inspect/inspect').inspect(value, {
    compact: false,
    customInspect: false,
    depth: 1000,
    maxArrayLength: Infinity,
    showHidden: false,
    showProxy: false,
    sorted: true,
    getters: true,
  });
}

const noColours = { green: '', red: '', blue: '', white: '', gray: '', enabled: false };
const allColours = {
  green: '\u001b[32m', red: '\u001b[31m', blue: '\u001b[34m', white: '\u001b[39m', gray: '\u001b[90m', enabled: true,
};

// Colors if standard error is a terminal that supports them, or FORCE_COLOR is set.
function palette() {
  if (globals.process.env.FORCE_COLOR === undefined && globals.process.stderr?.isTTY !== true) return noColours;
  return require('console/colour_depth').depthOfStream(globals.process.stderr) > 2 ? allColours : noColours;
}

const isObject = (value) => typeof value === 'object' && value !== null;
const isPrimitive = (value) => !isObject(value) && typeof value !== 'function';

function firstDifference(a, b) {
  const length = mathMin(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return i;
  }
  return a.length === b.length ? -1 : length;
}

// One above the other, with a caret under the first difference of two primitives that fit on the line.
function stacked(left, right, hasCaret, colours) {
  let text = `\n${colours.green}+${colours.white} ${left}\n${colours.red}-${colours.white} ${right}`;
  const width = globals.process.stderr?.isTTY ? globals.process.stderr.columns : 80;
  if (hasCaret && left.length + right.length <= width) {
    const index = firstDifference(left, right);
    if (index > 2) text += `\n${stringRepeat(' ', index + 2)}^`;
  }
  return { text };
}

// Character by character, in colors: only if there are colors.
function interleaved(left, right, colours) {
  const { myersDiff, kInsert, kDelete } = require('util/diff');
  let text = '\n';
  for (const { 0: operation, 1: character } of each(arrayReverse(myersDiff([...each(left)], [...each(right)])))) {
    if (operation === kInsert) text += `${colours.green}${character}${colours.white}`;
    else if (operation === kDelete) text += `${colours.red}${character}${colours.white}`;
    else text += `${colours.white}${character}${colours.white}`;
  }
  return { text, header: `${colours.green}actual${colours.white} ${colours.red}expected${colours.white}` };
}

function singleLines(actual, left, expected, right, colours) {
  const quotes = (typeof actual === 'string' ? 2 : 0) + (typeof expected === 'string' ? 2 : 0);
  const bothZero = actual === 0 && expected === 0;
  if (left.length + right.length - quotes <= kShort && !bothZero) {
    return { text: `${left} !== ${right}`, header: '' };
  }
  const bothStrings = typeof actual === 'string' && typeof expected === 'string';
  return bothStrings && colours.enabled
    ? interleaved(left, right, colours)
    : stacked(left, right, isPrimitive(actual) && isPrimitive(expected), colours);
}

// The last property has no trailing comma, others do: treat the lines as equal.
const sameButComma = (a, b) => a === b || `${a},` === b || a === `${b},`;
const withComma = (a, b) => (stringEndsWith(a, ',') ? a : b);

function lineDiff(actual, leftLines, rightLines, operator, colours) {
  const { myersDiff, kInsert, kDelete, kEqual } = require('util/diff');
  const script = isObject(actual)
    ? myersDiff(leftLines, rightLines, sameButComma, withComma)
    : myersDiff(leftLines, rightLines);
  arrayReverse(script);
  const unchangedLine = (line) => `${colours.white}  ${line}\n`;
  let text = '';
  let skipped = false;
  let unchanged = 0;
  for (let i = 0; i < script.length; i++) {
    const { 0: operation, 1: line } = script[i];
    if (operation === kEqual) {
      if (unchanged++ < kContextLines) text += unchangedLine(line);
      continue;
    }
    // The first lines of a long unchanged run are out already; this is its end.
    const hidden = unchanged - kContextLines;
    if (hidden === 1) {
      text += unchangedLine(script[i - 1][1]);
    } else if (hidden === 2) {
      text += unchangedLine(script[i - 2][1]) + unchangedLine(script[i - 1][1]);
    } else if (hidden > 2) {
      text += `${colours.blue}...${colours.white}\n${unchangedLine(script[i - 1][1])}`;
      skipped = true;
    }
    unchanged = 0;
    if (operation === kDelete) {
      text += `${colours.red}-${colours.white} ${line}\n`;
    } else if (operation === kInsert && operator === 'partialDeepStrictEqual') {
      // Additional properties are allowed in a partial comparison.
      text += `${colours.gray}${colours.enabled ? ' ' : '+'} ${line}${colours.white}\n`;
    } else {
      text += `${colours.green}+${colours.white} ${line}\n`;
    }
  }
  return { text: `\n${stringTrimEnd(text)}`, skipped };
}

// The legend for lineDiff: a partial comparison marks additional lines by color alone, if there are colors.
function actualColour(operator, colours) {
  return operator === 'partialDeepStrictEqual' && colours.enabled ?
    `${colours.gray}actual${colours.white}` : `${colours.green}+ actual${colours.white}`;
}

function describeDifference(actual, expected, operator, customMessage, full) {
  const colours = palette();
  const bothFunctions = typeof actual === 'function' && typeof expected === 'function';
  let opening = operator;
  if (operator === 'strictEqual' && ((isObject(actual) && isObject(expected)) || bothFunctions)) {
    opening = 'strictEqualObject';
  }
  const left = inspectValue(actual);
  const right = inspectValue(expected);
  const leftLines = stringSplit(left, '\n');
  const rightLines = stringSplit(right, '\n');
  const areSingleLines = leftLines.length === 1 && rightLines.length === 1;

  let part;
  if (areSingleLines && !(isObject(actual) && isObject(expected))) {
    part = singleLines(actual, left, expected, right, colours);
  } else if (left === right) {
    opening = 'notIdentical';
    const skipped = leftLines.length > kMaxLines && !full;
    part = { text: skipped ? `${arrayJoin(sliceOf(leftLines, 0, kMaxLines), '\n')}\n...}` : left, header: '', skipped };
  } else {
    part = lineDiff(actual, leftLines, rightLines, operator, colours);
  }
  const {
    text, skipped = false,
    header = `${actualColour(operator, colours)} ${colours.red}- expected${colours.white}`,
  } = part;
  const intro = customMessage || readable[opening];
  const note = skipped ? `\n${colours.blue}...${colours.white} Skipped lines` : '';
  return `${intro}\n${header}${note}\n${text}\n`;
}

module.exports = { describeDifference, readable, inspectValue };
