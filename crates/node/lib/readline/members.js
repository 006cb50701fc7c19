'use strict';
// The keys of an Interface's own members. They are symbols because the Interface of node:readline must let a program
// replace its old underscored methods (rl._writeToOutput is how passwords are hidden) while that of readline/promises has none.

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
