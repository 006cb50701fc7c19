'use strict';

// From a list of printed entries to lines: all on one line when they fit, in columns when a long list of short entries
// allows it, otherwise one entry per line.
//
//   fits      { a: 1, b: 2 }                     entries + separators + prefix ≤ breakLength, and at most `compact`
//                                                levels of nesting inside
//   columns   [                                  more than 6 entries of an array; widths chosen so that the block is
//                1,  2, 300,                     about as high as wide, a character being 2.5 times as high as wide
//               40, 50,   6 ]
//   lines     { a: …,⏎ b: … }                    the rest

const {
  arrayJoin, arrayPush, arraySome, mathFloor, mathMax, mathMin, mathRound, mathSqrt, stringPadEnd, stringPadStart, stringRepeat,
} = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { getStringWidth } = require('inspect/width');

const COLUMNS_FROM = 7;
const COLUMNS_AT_MOST = 15;
const SEPARATOR = 2; // A comma and a space.
const CHARACTER_HEIGHT = 2.5; // In character widths.

const sgr = /\x1b\[\d\d?m/g;

function visibleLength(print, text) {
  return print.colors ? replaceIn(text, sgr, '').length : text.length;
}

function fitsOnOneLine(print, entries, start, base) {
  if (print.breakLength === Infinity) {
    return !isIn(base, '\n') && !arraySome(entries, (entry) => isIn(entry, '\n'));
  }
  let length = entries.length + start;
  if (length + entries.length > print.breakLength) return false;
  for (let i = 0; i < entries.length; i++) {
    length += visibleLength(print, entries[i]);
    if (length > print.breakLength) return false;
  }
  return !isIn(base, '\n');
}

function countColumns(print, widest, total, entryCount, gridCount) {
  const cell = widest + SEPARATOR;
  // Short entries among a few long ones pull the cell's assumed width down, which makes for more columns.
  const bias = mathSqrt(cell - total / entryCount);
  const biasedCell = mathMax(cell - 3 - bias, 1);
  return mathMin(
    mathRound(mathSqrt(CHARACTER_HEIGHT * biasedCell * gridCount) / biasedCell),
    mathFloor((print.breakLength - print.indentation) / cell),
    print.compact * 4,
    COLUMNS_AT_MOST,
  );
}

// Numbers line up on the right; anything else among the items lines all of them up on the left.
function alignsRight(items, count) {
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
    // Colour codes take part in the string's length but not in its width.
    const room = columnWidths[i - from] + entries[i].length - widths[i] - (last ? SEPARATOR : 0);
    row += right ? stringPadStart(cell, room) : last ? cell : stringPadEnd(cell, room);
  }
  return row;
}

/** Joins the entries of an array into rows of columns, or returns them as they are when that would look ragged. */
function inColumns(print, entries, items) {
  // The closing "... n more items" stands below the columns.
  const gridCount = print.maxArrayLength < entries.length ? entries.length - 1 : entries.length;
  const widths = new Array(gridCount);
  let total = 0;
  let widest = 0;
  for (let i = 0; i < gridCount; i++) {
    const width = getStringWidth(entries[i], print.colors);
    widths[i] = width;
    total += width + SEPARATOR;
    if (width > widest) widest = width;
  }
  const cell = widest + SEPARATOR;
  const evenEnough = total / cell > 5 || widest <= 6;
  if (!evenEnough || cell * 3 + print.indentation >= print.breakLength) return entries;
  const columns = countColumns(print, widest, total, entries.length, gridCount);
  if (columns <= 1) return entries;

  const columnWidths = [];
  for (let column = 0; column < columns; column++) {
    let width = 0;
    for (let i = column; i < gridCount; i += columns) width = mathMax(width, widths[i]);
    arrayPush(columnWidths, width + SEPARATOR);
  }
  const right = alignsRight(items, entries.length);
  const rows = [];
  for (let from = 0; from < gridCount; from += columns) {
    arrayPush(rows, rowText(entries, widths, columnWidths, from, mathMin(from + columns, gridCount), right));
  }
  if (gridCount < entries.length) arrayPush(rows, entries[gridCount]);
  return rows;
}

// `compact: true`, the layout of old: the first entry shares the line of the brace.
function oldStyle(print, entries, base, open, close) {
  const lead = base === '' ? '' : ` ${base}`;
  if (fitsOnOneLine(print, entries, 0, base)) return `${open}${lead} ${arrayJoin(entries, ', ')} ${close}`;
  const newline = `\n${stringRepeat(' ', print.indentation)}  `;
  const afterBrace = base === '' && open.length === 1 ? ' ' : `${lead}${newline}`;
  return `${open}${afterBrace}${arrayJoin(entries, `,${newline}`)} ${close}`;
}

// join() makes each part one piece and copies it; `+` links the parts, and the whole is copied once, when it is read: 60 ns
// an entry instead of 106, and what lies a thousand levels deep is not copied a thousand times.
function linked(entries, separator) {
  let text = entries.length === 0 ? '' : entries[0];
  for (let i = 1; i < entries.length; i++) text += separator + entries[i];
  return text;
}

/**
 * `base` goes before the opening brace (a function's or an error's own text); `items` is the array whose entries these
 * are, when they are an array's; `depth` is how deep the value lies; `areOneLine` says that no entry has a line break.
 */
function arrange(print, entries, base, open, close, isArray, depth, items, areOneLine) {
  if (print.compact === true) return oldStyle(print, entries, base, open, close);
  const lead = base === '' ? '' : `${base} `;
  if (typeof print.compact === 'number' && print.compact >= 1) {
    const rows = isArray && entries.length >= COLUMNS_FROM ? inColumns(print, entries, items) : entries;
    const grouped = rows.length !== entries.length;
    entries = rows;
    if (!grouped && print.innermost - depth < print.compact) {
      const start = entries.length + print.indentation + open.length + base.length + 10;
      if (fitsOnOneLine(print, entries, start, base)) {
        const line = linked(entries, ', ');
        if (areOneLine || !isIn(line, '\n')) {
          print.isOneLine = true;
          return `${lead}${open} ${line} ${close}`;
        }
      }
    }
  }
  print.isOneLine = false;
  const newline = `\n${stringRepeat(' ', print.indentation)}`;
  return `${lead}${open}${newline}  ${linked(entries, `,${newline}  `)}${newline}${close}`;
}

module.exports = { arrange };
