'use strict';
// Line editing: insert, delete, move by words, kill and yank, undo and redo. Methods of Interface (readline/interface.js adds
// them).

const { arrayJoin, arrayPop, arrayPush, arrayReverse, arrayShift, arrayUnshift, regexpExec } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { sliceOf } = require('core/safe/lists');
const { charLengthAt, charLengthLeft } = require('readline/keys');
const {
  kBeforeEdit, kDeleteLeft, kDeleteLineLeft, kDeleteLineRight, kDeleteRight, kDeleteWordLeft, kDeleteWordRight, kInsertString,
  kKillRing, kKillRingCursor, kMoveCursor, kPushToKillRing, kPushToUndoStack, kRedo, kRedoStack, kRefreshLine, kSetLine, kUndo,
  kUndoStack, kWordLeft, kWordRight, kWriteToOutput, kYank, kYanking, kYankPop,
} = require('readline/members');

const MAX_UNDO_STEPS = 2048;
const MAX_KILLS = 32;

const reversed = (text) => arrayJoin(arrayReverse([...each(text)]), '');

// The length of the word before the cursor and the spaces after it.
const wordLengthBefore = (text) => regexpExec(/^\s*(?:[^\w\s]+|\w+)?/, reversed(text))[0].length;

// Removes `count` code units at `start`, and places the cursor there.
function remove(rl, start, count) {
  rl[kBeforeEdit](rl.line, rl.cursor);
  const removed = sliceOf(rl.line, start, start + count);
  rl[kSetLine](sliceOf(rl.line, 0, start) + sliceOf(rl.line, start + count));
  rl.cursor = start;
  rl[kRefreshLine]();
  return removed;
}

// Restores the last state of one stack, and pushes the current one to the other.
function restore(rl, from, onto) {
  if (from.length === 0) return;
  arrayPush(onto, { text: rl.line, cursor: rl.cursor });
  const { text, cursor } = arrayPop(from);
  rl[kSetLine](text);
  rl.cursor = cursor;
  rl[kRefreshLine]();
}

module.exports = {
  [kBeforeEdit](oldText, oldCursor) {
    this[kPushToUndoStack](oldText, oldCursor);
  },

  [kInsertString](c) {
    this[kBeforeEdit](this.line, this.cursor);
    const isAtEnd = this.cursor >= this.line.length;
    const before = isAtEnd ? this.getCursorPos() : undefined;
    if (isAtEnd) this.line += c;
    else this[kSetLine](sliceOf(this.line, 0, this.cursor) + c + sliceOf(this.line, this.cursor));
    this.cursor += c.length;
    // In pasted text only the last character redraws the line; and while text at the end stays on its row, the terminal moves the
    // cursor itself.
    const needsRedraw = this.isCompletionEnabled && !(isAtEnd && before.rows >= this.getCursorPos().rows);
    if (needsRedraw) this[kRefreshLine]();
    else this[kWriteToOutput](c);
  },

  [kWordLeft]() {
    if (this.cursor > 0) this[kMoveCursor](-wordLengthBefore(sliceOf(this.line, 0, this.cursor)));
  },

  [kWordRight]() {
    if (this.cursor >= this.line.length) return;
    const word = regexpExec(/^(?:\s+|[^\w\s]+|\w+)\s*/, sliceOf(this.line, this.cursor));
    this[kMoveCursor](word[0].length);
  },

  [kDeleteLeft]() {
    if (this.cursor === 0 || this.line.length === 0) return;
    const count = charLengthLeft(this.line, this.cursor);
    remove(this, this.cursor - count, count);
  },

  [kDeleteRight]() {
    if (this.cursor < this.line.length) remove(this, this.cursor, charLengthAt(this.line, this.cursor));
  },

  [kDeleteWordLeft]() {
    if (this.cursor === 0) return;
    const count = wordLengthBefore(sliceOf(this.line, 0, this.cursor));
    remove(this, this.cursor - count, count);
  },

  [kDeleteWordRight]() {
    if (this.cursor >= this.line.length) return;
    const word = regexpExec(/^(?:\s+|\W+|\w+)\s*/, sliceOf(this.line, this.cursor));
    remove(this, this.cursor, word[0].length);
  },

  [kDeleteLineLeft]() {
    this[kPushToKillRing](remove(this, 0, this.cursor));
  },

  [kDeleteLineRight]() {
    this[kPushToKillRing](remove(this, this.cursor, this.line.length - this.cursor));
  },

  [kPushToKillRing](del) {
    const ring = this[kKillRing];
    if (!del || del === ring[0]) return;
    arrayUnshift(ring, del);
    this[kKillRingCursor] = 0;
    if (ring.length > MAX_KILLS) arrayPop(ring);
  },

  [kYank]() {
    if (this[kKillRing].length === 0) return;
    this[kYanking] = true;
    this[kInsertString](this[kKillRing][this[kKillRingCursor]]);
  },

  // Replaces what was just yanked with the previous kill.
  [kYankPop]() {
    const ring = this[kKillRing];
    if (!this[kYanking] || ring.length < 2) return;
    const yanked = ring[this[kKillRingCursor]];
    this[kKillRingCursor] = (this[kKillRingCursor] + 1) % ring.length;
    const previous = ring[this[kKillRingCursor]];
    const head = sliceOf(this.line, 0, this.cursor - yanked.length);
    this[kSetLine](head + previous + sliceOf(this.line, this.cursor));
    this.cursor = head.length + previous.length;
    this[kRefreshLine]();
  },

  [kPushToUndoStack](text, cursor) {
    arrayPush(this[kUndoStack], { text, cursor });
    if (this[kUndoStack].length > MAX_UNDO_STEPS) arrayShift(this[kUndoStack]);
  },

  [kUndo]() {
    restore(this, this[kUndoStack], this[kRedoStack]);
  },

  [kRedo]() {
    restore(this, this[kRedoStack], this[kUndoStack]);
  },
};
