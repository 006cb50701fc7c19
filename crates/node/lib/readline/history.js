'use strict';
// The history, newest first. A multiline entry is stored with its lines in reverse order, separated by '\r': as Node writes them
// to a history file, and as programs see them in `history`.

const {
  arrayJoin, arrayPop, arrayReduce, arrayReverse, arraySlice, arraySplice, arrayUnshift, mathMax, mathMin, stringSplit,
  stringStartsWith, stringTrim,
} = require('core/intrinsics');
const { splitAt } = require('core/safe/patterns');
const { indexIn } = require('core/safe/lists');
const { validateArray, validateNumber } = require('core/validate');
const {
  kAddHistory, kBeforeEdit, kHistoryNext, kHistoryPrev, kIsMultiline, kMoveCursor, kMoveDownOrHistoryNext,
  kMoveUpOrHistoryPrev, kPreviousCursorCols, kRefreshLine, kSetLine, kSubstringSearch,
} = require('readline/members');

const DEFAULT_SIZE = 30;

const reverseLines = (text, separator, joiner) => arrayJoin(arrayReverse(splitAt(text, separator)), joiner);
const displayEntry = (entry) => reverseLines(entry, '\r', '\n');

class History {
  entries = [];
  index = -1;

  constructor(options) {
    const { history, historySize = DEFAULT_SIZE, removeHistoryDuplicates } = options;
    if (history !== undefined) {
      validateArray(history, 'history');
      this.entries = history;
    }
    validateNumber(historySize, 'size', 0);
    this.size = historySize;
    this.removeDuplicates = removeHistoryDuplicates === true;
  }

  // Returns the line for the 'line' event.
  add(line, isMultiline, onChange) {
    if (line.length === 0) return '';
    if (this.size === 0 || stringTrim(line).length === 0) return line;
    const entry = reverseLines(line, '\n', '\r');
    if (this.entries.length === 0 || this.entries[0] !== entry) {
      if (this.removeDuplicates) {
        const same = indexIn(this.entries, entry);
        if (same !== -1) arraySplice(this.entries, same, 1);
      }
      arrayUnshift(this.entries, entry);
      if (this.entries.length > this.size) arrayPop(this.entries);
    }
    this.index = -1;
    const displayed = isMultiline ? reverseLines(this.entries[0], '\r', '\r') : this.entries[0];
    // A listener may change the entries.
    onChange(this.entries);
    return displayed;
  }

  // The next entry in that direction that starts with `search` and differs from what is displayed, or at the end the search text.
  find(direction, search, displayed) {
    let index = this.index + direction;
    while (index >= 0 && index < this.entries.length) {
      const entry = displayEntry(this.entries[index]);
      if (stringStartsWith(entry, search) && entry !== displayed) break;
      index += direction;
    }
    this.index = index;
    return index < 0 || index >= this.entries.length ? search : displayEntry(this.entries[index]);
  }
}

function showEntry(rl, direction) {
  rl[kBeforeEdit](rl.line, rl.cursor);
  rl[kSetLine](rl.historyManager.find(direction, rl[kSubstringSearch] || '', rl.line));
  rl.cursor = rl.line.length;
  rl[kRefreshLine]();
}

// Moves to the previous or next line of a multiline entry, keeping the column if the line is long enough. Returns false if there
// is no such line.
function moveToLine(rl, direction) {
  if (!rl[kIsMultiline]) return false;
  const lines = stringSplit(rl.line, '\n');
  let at = 0;
  let column = rl.cursor;
  while (column > lines[at].length) column -= lines[at++].length + 1;
  const target = lines[at + direction];
  if (target === undefined) return false;
  const targetColumn = mathMax(column, rl[kPreviousCursorCols]);
  const newColumn = mathMin(targetColumn, target.length);
  rl[kPreviousCursorCols] = newColumn < targetColumn ? targetColumn : -1;
  const start = arrayReduce(arraySlice(lines, 0, at + direction), (sum, line) => sum + line.length + 1, 0);
  rl[kMoveCursor](start + newColumn - rl.cursor);
  return true;
}

const methods = {
  [kAddHistory]() {
    return this.historyManager.add(this.line, this[kIsMultiline], (entries) => this.emit('history', entries));
  },

  [kHistoryNext]() {
    if (this.historyManager.index >= 0) showEntry(this, -1);
  },

  [kHistoryPrev]() {
    const { entries, index } = this.historyManager;
    if (entries.length > 0 && index < entries.length) showEntry(this, 1);
  },

  [kMoveDownOrHistoryNext]() {
    if (moveToLine(this, 1)) return;
    this[kPreviousCursorCols] = -1;
    this[kHistoryNext]();
  },

  [kMoveUpOrHistoryPrev]() {
    if (moveToLine(this, -1)) return;
    this[kPreviousCursorCols] = -1;
    this[kHistoryPrev]();
  },
};

module.exports = { History, methods };
