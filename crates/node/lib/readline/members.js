'use strict';
// The keys of an Interface's internal members. They are symbols because programs may replace the legacy underscored methods of
// node:readline (rl._writeToOutput is used to hide passwords), which readline/promises does not have.

const { replaceIn } = require('core/safe/patterns');
const { stringToUpperCase } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');

const members = {};
for (const name of each([
  'addHistory', 'beforeEdit', 'decoder', 'deleteLeft', 'deleteLineLeft', 'deleteLineRight', 'deleteRight', 'deleteWordLeft',
  'deleteWordRight', 'getDisplayPos', 'historyNext', 'historyPrev', 'insertString', 'isMultiline', 'killRing',
  'killRingCursor', 'line', 'line_buffer', 'moveCursor', 'moveDownOrHistoryNext', 'moveUpOrHistoryPrev', 'normalWrite',
  'oldPrompt', 'onLine', 'previousCursorCols', 'previousKey', 'prompt', 'pushToKillRing', 'pushToUndoStack',
  'questionCallback', 'question', 'questionCancel', 'redo', 'redoStack', 'refreshLine', 'sawKeyPress', 'sawReturnAt',
  'setLine', 'setRawMode', 'substringSearch', 'tabComplete', 'tabCompleter', 'ttyWrite', 'undo', 'undoStack', 'wordLeft',
  'wordRight', 'writeToOutput', 'yank', 'yankPop', 'yanking',
])) {
  const camel = replaceIn(name, /_(.)/g, (_, character) => stringToUpperCase(character));
  members[`k${stringToUpperCase(camel[0])}${sliceOf(camel, 1)}`] = Symbol(`_${name}`);
}

module.exports = members;
