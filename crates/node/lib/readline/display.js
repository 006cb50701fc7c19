'use strict';
// Where the line stands on the screen, and drawing it. Methods of Interface.
//
// The terminal is told no more than needed: a letter at the end is written as it is, a step within a row moves the cursor,
// and everything else draws anew: up to the first row (`prevRows` says how far), wipe down, prompt and line, cursor to its place.

const { clearScreenDown, cursorTo, moveCursor } = require('readline/cursor');
const { getStringWidth, stripVTControlCharacters } = require('inspect/width');
const {
  kGetDisplayPos, kIsMultiline, kMoveCursor, kPrompt, kRefreshLine, kWriteToOutput,
} = require('readline/members');

// In front of the second and later lines of a history entry that has several.
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
      const [first, ...others] = this.line.split('\n');
      this[kWriteToOutput](this[kPrompt] + first);
      for (const line of others) this[kWriteToOutput](`\n${CONTINUATION}${line}`);
    } else {
      this[kWriteToOutput](text);
    }
    // A terminal goes to the next row only with the next letter.
    if (end.cols === 0) this[kWriteToOutput](' ');
    cursorTo(this.output, cursor.cols);
    if (end.rows > cursor.rows) moveCursor(this.output, 0, cursor.rows - end.rows);
    this.prevRows = cursor.rows;
  },

  [kGetDisplayPos](str) {
    const columns = this.columns;
    let offset = 0;
    let rows = 0;
    for (const character of stripVTControlCharacters(str)) {
      if (character === '\n') {
        rows += Math.ceil(offset / columns) || 1;
        offset = this[kIsMultiline] ? CONTINUATION.length : 0;
      } else if (character === '\t') {
        offset += this.tabSize - (offset % this.tabSize);
      } else {
        const width = getStringWidth(character, false);
        // A wide letter does not fit into a row's last column.
        if (width === 2 && (offset + 1) % columns === 0) offset++;
        offset += width;
      }
    }
    const cols = offset % columns;
    return { cols, rows: rows + (offset - cols) / columns };
  },

  getCursorPos() {
    return this[kGetDisplayPos](this[kPrompt] + this.line.slice(0, this.cursor));
  },

  [kMoveCursor](dx) {
    if (dx === 0) return;
    const before = this.getCursorPos();
    this.cursor = Math.min(Math.max(this.cursor + dx, 0), this.line.length);
    const after = this.getCursorPos();
    if (before.rows === after.rows) moveCursor(this.output, after.cols - before.cols, 0);
    else this[kRefreshLine]();
  },
};
