'use strict';
// The keys of an Interface's internal members. They are symbols because programs may replace the legacy underscored methods of
// node:readline (rl._writeToOutput is used to hide passwords), which readline/promises does not have.

const members = {};
for (const name of [
  'addHistory', 'beforeEdit', 'decoder', 'deleteLeft', 'deleteLineLeft', 'deleteLineRight', 'deleteRight', 'deleteWordLeft',
  'deleteWordRight', 'getDisplayPos', 'historyNext', 'historyPrev', 'insertString', 'isMultiline', 'killRing',
  'killRingCursor', 'line', 'line_buffer', 'moveCursor', 'moveDownOrHistoryNext', 'moveUpOrHistoryPrev', 'normalWrite',
  'oldPrompt', 'onLine', 'previousCursorCols', 'previousKey', 'prompt', 'pushToKillRing', 'pushToUndoStack',
  'questionCallback', 'question', 'questionCancel', 'redo', 'redoStack', 'refreshLine', 'sawKeyPress', 'sawReturnAt',
  'setLine', 'setRawMode', 'substringSearch', 'tabComplete', 'tabCompleter', 'ttyWrite', 'undo', 'undoStack', 'wordLeft',
  'wordRight', 'writeToOutput', 'yank', 'yankPop', 'yanking',
]) {
  const camel = name.replace(/_(.)/g, (_, character) => character.toUpperCase());
  members[`k${camel[0].toUpperCase()}${camel.slice(1)}`] = Symbol(`_${name}`);
}

module.exports = members;
