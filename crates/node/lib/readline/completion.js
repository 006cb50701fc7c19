'use strict';
// The Tab key: completes the line or, at the second Tab, lists the completions. Methods of Interface.

const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const {
  arrayFilter, arrayForEach, arrayMap, mathFloor, mathMax, reflectApply, stringRepeat, stringStartsWith,
} = require('core/intrinsics');
const { getStringWidth } = require('inspect/width');
const {
  kBeforeEdit, kInsertString, kRefreshLine, kSetLine, kTabComplete, kTabCompleter, kWriteToOutput,
} = require('readline/members');

const COLUMN_GAP = 2;

function commonStart(words) {
  if (words.length === 0) return '';
  let start = words[0];
  for (const word of each(words)) {
    let length = 0;
    while (length < start.length && start[length] === word[length]) length++;
    start = sliceOf(start, 0, length);
  }
  return start;
}

// In columns as wide as the widest completion; an empty string ends a group.
function formatCompletions(words, columns) {
  const widths = arrayMap(words, (word) => getStringWidth(word));
  const width = reflectApply(mathMax, undefined, widths) + COLUMN_GAP;
  const perRow = columns === Infinity ? 1 : mathFloor(columns / width) || 1;
  let text = '\r\n';
  let inRow = 0;
  let gap = 0;
  arrayForEach(words, (word, at) => {
    if (word === '' || inRow === perRow) {
      text += '\r\n';
      inRow = 0;
      gap = 0;
    } else {
      text += stringRepeat(' ', gap);
    }
    if (word === '') {
      text += '\r\n';
      return;
    }
    text += word;
    gap = width - widths[at];
    inRow++;
  });
  return inRow === 0 ? text : `${text}\r\n\r\n`;
}

// Reports the error of a completer.
function reportFailure(rl, error) {
  rl[kWriteToOutput](`Tab completion error: ${require('inspect/inspect').inspect(error)}`);
}

const methods = {
  async [kTabComplete](lastKeypressWasTab) {
    this.pause();
    const text = sliceOf(this.line, 0, this.cursor);
    let value;
    try {
      value = await this.completer(text);
    } catch (error) {
      reportFailure(this, error);
      return;
    } finally {
      this.resume();
    }
    this[kTabCompleter](lastKeypressWasTab, value);
  },

  [kTabCompleter](lastKeypressWasTab, { 0: completions, 1: completeOn }) {
    if (!completions || completions.length === 0) return;
    const start = commonStart(arrayFilter(completions, (word) => word !== ''));
    if (stringStartsWith(start, completeOn) && start.length > completeOn.length) {
      this[kInsertString](sliceOf(start, completeOn.length));
      return;
    }
    if (!stringStartsWith(completeOn, start)) {
      const kept = sliceOf(this.line, 0, this.cursor - completeOn.length);
      this[kSetLine](kept + start + sliceOf(this.line, this.cursor));
      this.cursor = kept.length + start.length;
      this[kRefreshLine]();
      return;
    }
    if (!lastKeypressWasTab) return;
    this[kBeforeEdit](this.line, this.cursor);
    this[kWriteToOutput](formatCompletions(completions, this.columns));
    this[kRefreshLine]();
  },
};

module.exports = { methods, reportFailure };
