'use strict';
// The position of the line on the screen, and drawing it. Methods of Interface.
//
// As little as possible is written: a character at the end is written as it is, a movement within a row moves the cursor, and
// everything else redraws: up to the first row (by `prevRows`), clear the screen down, write prompt and line, place the cursor.

const { mathCeil, mathMax, mathMin, stringSplit } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { sliceOf } = require('core/safe/lists');
const { clearScreenDown, cursorTo, moveCursor } = require('readline/cursor');
const { getStringWidth, stripVTControlCharacters } = require('inspect/width');
const {
  kGetDisplayPos, kIsMultiline, kMoveCursor, kPrompt, kRefreshLine, kWriteToOutput,
} = require('readline/members');

// The prefix of the second and later lines of a multiline entry.
const CONTINUATION = '| ';

module.exports = {
  [kRefreshLine]() {
    const text = this[kPrompt] + this.line;
    const end = this[kGetDisplayPos](text);
    const cursor = this.getCursorPos();
    if (this.prevRows > 0) moveCursor(this.output, 0, -this.prevRows);
    cursorTo(this.output, 0);
    clearScreenDown(this.output);
    if (this[kIsMultiline]) {
      const lines = stringSplit(this.line, '\n');
      this[kWriteToOutput](this[kPrompt] + lines[0]);
      for (let i = 1; i < lines.length; i++) this[kWriteToOutput](`\n${CONTINUATION}${lines[i]}`);
    } else {
      this[kWriteToOutput](text);
    }
    // A terminal wraps only when the next character is written.
    if (end.cols === 0) this[kWriteToOutput](' ');
    cursorTo(this.output, cursor.cols);
    if (end.rows > cursor.rows) moveCursor(this.output, 0, cursor.rows - end.rows);
    this.prevRows = cursor.rows;
  },

  [kGetDisplayPos](str) {
    const columns = this.columns;
    let offset = 0;
    let rows = 0;
    for (const character of each(stripVTControlCharacters(str))) {
      if (character === '\n') {
        rows += mathCeil(offset / columns) || 1;
        offset = this[kIsMultiline] ? CONTINUATION.length : 0;
      } else if (character === '\t') {
        offset += this.tabSize - (offset % this.tabSize);
      } else {
        const width = getStringWidth(character, false);
        // A full-width character does not fit into the last column of a row.
        if (width === 2 && (offset + 1) % columns === 0) offset++;
        offset += width;
      }
    }
    const cols = offset % columns;
    return { cols, rows: rows + (offset - cols) / columns };
  },

  getCursorPos() {
    return this[kGetDisplayPos](this[kPrompt] + sliceOf(this.line, 0, this.cursor));
  },

  [kMoveCursor](dx) {
    if (dx === 0) return;
    const before = this.getCursorPos();
    this.cursor = mathMin(mathMax(this.cursor + dx, 0), this.line.length);
    const after = this.getCursorPos();
    if (before.rows === after.rows) moveCursor(this.output, after.cols - before.cols, 0);
    else this[kRefreshLine]();
  },
};
