'use strict';

// From a list of formatted entries to lines: on one line if they fit, in columns if it is a long list of short entries, otherwise
// one entry per line.
//
//   fits      { a: 1, b: 2 }                     entries + separators + prefix ≤ breakLength, and at most `compact`
//                                                levels of nesting inside
//   columns   [                                  more than 6 entries of an array; widths chosen so that the block is
//                1,  2, 300,                     about as high as wide, a character being 2.5 times as high as wide
//               40, 50,   6 ]
//   lines     { a: …,⏎ b: … }                    otherwise

const {
  arrayJoin, arrayPush, arraySome, mathFloor, mathMax, mathMin, mathRound, mathSqrt, stringPadEnd, stringPadStart, stringRepeat,
} = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { getStringWidth } = require('inspect/width');

const MIN_COLUMN_ENTRIES = 7;
const MAX_COLUMNS = 15;
const SEPARATOR = 2; // A comma and a space.
const CHARACTER_HEIGHT = 2.5; // In character widths.

const sgr = /\x1b\[\d\d?m/g;

function visibleLength(ctx, text) {
  return ctx.colors ? replaceIn(text, sgr, '').length : text.length;
}

function isBelowBreakLength(ctx, entries, start, base) {
  if (ctx.breakLength === Infinity) {
    return !isIn(base, '\n') && !arraySome(entries, (entry) => isIn(entry, '\n'));
  }
  let length = entries.length + start;
  if (length + entries.length > ctx.breakLength) return false;
  for (let i = 0; i < entries.length; i++) {
    length += visibleLength(ctx, entries[i]);
    if (length > ctx.breakLength) return false;
  }
  return !isIn(base, '\n');
}

function countColumns(ctx, widest, total, entryCount, gridCount) {
  const cell = widest + SEPARATOR;
  // Short entries among a few long ones reduce the assumed width of a cell, which results in more columns.
  const bias = mathSqrt(cell - total / entryCount);
  const biasedCell = mathMax(cell - 3 - bias, 1);
  return mathMin(
    mathRound(mathSqrt(CHARACTER_HEIGHT * biasedCell * gridCount) / biasedCell),
    mathFloor((ctx.breakLength - ctx.indentation) / cell),
    ctx.compact * 4,
    MAX_COLUMNS,
  );
}

// Numbers are aligned right; anything else aligns all items left.
function shouldAlignRight(items, count) {
  if (items === undefined) return true;
  for (let i = 0; i < count; i++) {
    if (typeof items[i] !== 'number' && typeof items[i] !== 'bigint') return false;
  }
  return true;
}

function rowText(entries, widths, columnWidths, from, to, right) {
  let row = '';
  for (let i = from; i < to; i++) {
    const last = i === to - 1;
    const cell = last ? entries[i] : `${entries[i]}, `;
    // Color codes count for the string's length but not for its width.
    const padding = columnWidths[i - from] + entries[i].length - widths[i] - (last ? SEPARATOR : 0);
    row += right ? stringPadStart(cell, padding) : last ? cell : stringPadEnd(cell, padding);
  }
  return row;
}

/** Joins the entries of an array into rows of columns, or returns them unchanged if that would look ragged. */
function groupArrayElements(ctx, entries, items) {
  // The final "... n more items" goes below the columns.
  const gridCount = ctx.maxArrayLength < entries.length ? entries.length - 1 : entries.length;
  const widths = new Array(gridCount);
  let total = 0;
  let widest = 0;
  for (let i = 0; i < gridCount; i++) {
    const width = getStringWidth(entries[i], ctx.colors);
    widths[i] = width;
    total += width + SEPARATOR;
    if (width > widest) widest = width;
  }
  const cell = widest + SEPARATOR;
  const isEvenEnough = total / cell > 5 || widest <= 6;
  if (!isEvenEnough || cell * 3 + ctx.indentation >= ctx.breakLength) return entries;
  const columns = countColumns(ctx, widest, total, entries.length, gridCount);
  if (columns <= 1) return entries;

  const columnWidths = [];
  for (let column = 0; column < columns; column++) {
    let width = 0;
    for (let i = column; i < gridCount; i += columns) width = mathMax(width, widths[i]);
    arrayPush(columnWidths, width + SEPARATOR);
  }
  const right = shouldAlignRight(items, entries.length);
  const rows = [];
  for (let from = 0; from < gridCount; from += columns) {
    arrayPush(rows, rowText(entries, widths, columnWidths, from, mathMin(from + columns, gridCount), right));
  }
  if (gridCount < entries.length) arrayPush(rows, entries[gridCount]);
  return rows;
}

// `compact: true`, the legacy layout: the first entry is on the line of the brace.
function layoutCompact(ctx, entries, base, open, close) {
  const prefix = base === '' ? '' : ` ${base}`;
  if (isBelowBreakLength(ctx, entries, 0, base)) return `${open}${prefix} ${arrayJoin(entries, ', ')} ${close}`;
  const newline = `\n${stringRepeat(' ', ctx.indentation)}  `;
  const afterBrace = base === '' && open.length === 1 ? ' ' : `${prefix}${newline}`;
  return `${open}${afterBrace}${arrayJoin(entries, `,${newline}`)} ${close}`;
}

// join() flattens and copies each part; `+` makes a rope, which is copied once, when it is read: 60 ns an entry instead of 106, and
// entries a thousand levels deep are not copied a thousand times.
function concatenate(entries, separator) {
  let text = entries.length === 0 ? '' : entries[0];
  for (let i = 1; i < entries.length; i++) text += separator + entries[i];
  return text;
}

/**
 * `base` goes before the opening brace (the text of a function or an error); `items` is the array, if these are the entries of
 * one; `depth` is that of the value; `areOneLine`: no entry has a line break.
 */
function reduceToSingleString(ctx, entries, base, open, close, isArray, depth, items, areOneLine) {
  if (ctx.compact === true) return layoutCompact(ctx, entries, base, open, close);
  const prefix = base === '' ? '' : `${base} `;
  if (typeof ctx.compact === 'number' && ctx.compact >= 1) {
    const rows = isArray && entries.length >= MIN_COLUMN_ENTRIES ? groupArrayElements(ctx, entries, items) : entries;
    const grouped = rows.length !== entries.length;
    entries = rows;
    if (!grouped && ctx.currentDepth - depth < ctx.compact) {
      const start = entries.length + ctx.indentation + open.length + base.length + 10;
      if (isBelowBreakLength(ctx, entries, start, base)) {
        const line = concatenate(entries, ', ');
        if (areOneLine || !isIn(line, '\n')) {
          ctx.isOneLine = true;
          return `${prefix}${open} ${line} ${close}`;
        }
      }
    }
  }
  ctx.isOneLine = false;
  const newline = `\n${stringRepeat(' ', ctx.indentation)}`;
  return `${prefix}${open}${newline}  ${concatenate(entries, `,${newline}  `)}${newline}${close}`;
}

module.exports = { reduceToSingleString };
