'use strict';
// Key bindings at a terminal. A method of Interface: _ttyWrite(text, key).

const { arrayForEach, dateStaticNow } = require('core/intrinsics');
const { splitAt } = require('core/safe/patterns');
const { sliceOf } = require('core/safe/lists');
const { clearScreenDown, cursorTo } = require('readline/cursor');
const { charLengthAt, charLengthLeft } = require('readline/keys');
const {
  kDeleteLeft, kDeleteLineLeft, kDeleteLineRight, kDeleteRight, kDeleteWordLeft, kDeleteWordRight, kHistoryNext, kHistoryPrev,
  kInsertString, kIsMultiline, kLine, kMoveCursor, kMoveDownOrHistoryNext, kMoveUpOrHistoryPrev, kPreviousKey, kRedo,
  kRefreshLine, kSawReturnAt, kSetRawMode, kSubstringSearch, kTabComplete, kTtyWrite, kUndo, kWordLeft, kWordRight, kYank,
  kYanking, kYankPop,
} = require('readline/members');

const left = (rl) => rl[kMoveCursor](-charLengthLeft(rl.line, rl.cursor));
const right = (rl) => rl[kMoveCursor](charLengthAt(rl.line, rl.cursor));
const toStart = (rl) => rl[kMoveCursor](-Infinity);
const toEnd = (rl) => rl[kMoveCursor](Infinity);

function interrupt(rl) {
  if (rl.listenerCount('SIGINT') > 0) rl.emit('SIGINT');
  else rl.close();
}

function endOrDelete(rl) {
  if (rl.cursor === 0 && rl.line.length === 0) rl.close();
  else rl[kDeleteRight]();
}

function clearScreen(rl) {
  cursorTo(rl.output, 0, 0);
  clearScreenDown(rl.output);
  rl[kRefreshLine]();
}

// Stops the process, as the terminal would if it were not in raw mode.
function suspend(rl) {
  if (rl.listenerCount('SIGTSTP') > 0) {
    rl.emit('SIGTSTP');
    return;
  }
  const { process } = globalThis;
  process.once('SIGCONT', () => {
    // Others may have paused it meanwhile, on purpose.
    if (!rl.paused) {
      rl.pause();
      rl.emit('SIGCONT');
    }
    rl[kSetRawMode](true);
    rl[kRefreshLine]();
  });
  rl[kSetRawMode](false);
  process.kill(process.pid, 'SIGTSTP');
}

const withControlAndShift = {
  __proto__: null,
  backspace: (rl) => rl[kDeleteLineLeft](),
  delete: (rl) => rl[kDeleteLineRight](),
};

const withControl = {
  __proto__: null,
  a: toStart,
  b: left,
  c: interrupt,
  d: endOrDelete,
  e: toEnd,
  f: right,
  h: (rl) => rl[kDeleteLeft](),
  k: (rl) => rl[kDeleteLineRight](),
  l: clearScreen,
  n: (rl) => rl[kHistoryNext](),
  p: (rl) => rl[kHistoryPrev](),
  u: (rl) => rl[kDeleteLineLeft](),
  w: (rl) => rl[kDeleteWordLeft](),
  y: (rl) => rl[kYank](),
  z: suspend,
  backspace: (rl) => rl[kDeleteWordLeft](),
  delete: (rl) => rl[kDeleteWordRight](),
  left: (rl) => rl[kWordLeft](),
  right: (rl) => rl[kWordRight](),
};

const withMeta = {
  __proto__: null,
  b: (rl) => rl[kWordLeft](),
  d: (rl) => rl[kDeleteWordRight](),
  f: (rl) => rl[kWordRight](),
  y: (rl) => rl[kYankPop](),
  backspace: (rl) => rl[kDeleteWordLeft](),
  delete: (rl) => rl[kDeleteWordRight](),
};

function carriageReturn(rl) {
  rl[kSawReturnAt] = dateStaticNow();
  rl[kLine]();
}

// The '\n' of a '\r\n' does not end a second line.
function newline(rl) {
  if (rl[kSawReturnAt] === 0 || dateStaticNow() - rl[kSawReturnAt] > rl.crlfDelay) rl[kLine]();
  rl[kSawReturnAt] = 0;
}

const unmodified = {
  __proto__: null,
  return: carriageReturn,
  enter: newline,
  backspace: (rl) => rl[kDeleteLeft](),
  delete: (rl) => rl[kDeleteRight](),
  left,
  right,
  home: toStart,
  end: toEnd,
  up: (rl) => rl[kMoveUpOrHistoryPrev](),
  down: (rl) => rl[kMoveDownOrHistoryNext](),
};

// Inserts text, possibly pasted: each complete line is entered, the rest is left for editing.
function insertText(rl, text) {
  const lines = splitAt(text, /\r\n|\n|\r/g);
  arrayForEach(lines, (line, at) => {
    if (at > 0) rl[kLine]();
    if (line !== '' || lines.length === 1) rl[kInsertString](line);
  });
}

// After some typed text, up and down only visit entries that start with it; any other key ends the search.
function updateSearch(rl, key) {
  const isMove = (key.name === 'up' || key.name === 'down') && !key.ctrl && !key.meta && !key.shift;
  if (isMove) {
    if (rl[kSubstringSearch] === null && !rl[kIsMultiline]) rl[kSubstringSearch] = sliceOf(rl.line, 0, rl.cursor);
  } else if (rl[kSubstringSearch] !== null) {
    rl[kSubstringSearch] = null;
    // Past the oldest entry is the search text itself, which is not an index in the history.
    if (rl.history.length === rl.historyIndex) rl.historyIndex = -1;
  }
}

function unmodifiedKey(rl, s, key, previousKey) {
  if (rl[kSawReturnAt] && key.name !== 'enter') rl[kSawReturnAt] = 0;
  const action = unmodified[key.name];
  if (action) action(rl);
  else if (key.name === 'tab' && typeof rl.completer === 'function' && rl.isCompletionEnabled) {
    rl[kTabComplete](previousKey && previousKey.name === 'tab');
  } else if (typeof s === 'string' && s) insertText(rl, s);
}

module.exports = {
  [kTtyWrite](s, key) {
    const previousKey = this[kPreviousKey];
    key ||= {};
    this[kPreviousKey] = key;
    if (!key.meta || key.name !== 'y') this[kYanking] = false;
    updateSearch(this, key);

    // Ctrl-_ and Ctrl-^ have no name.
    if (key.sequence === '\x1f') this[kUndo]();
    else if (key.sequence === '\x1e') this[kRedo]();
    else if (key.name === 'escape') return;
    else if (key.ctrl && key.shift) withControlAndShift[key.name]?.(this);
    else if (key.ctrl) withControl[key.name]?.(this);
    else if (key.meta) withMeta[key.name]?.(this);
    else unmodifiedKey(this, s, key, previousKey);
  },
};
