'use strict';
// Parses the characters that a terminal sends into keys.
//
// A key is one character, or ESC and a sequence: ESC x is Alt-x; ESC O x and ESC [ … x are keys without a character.
//
//   ESC  O  [modifier]  letter                     OP, O5A
//   ESC  [  letter                                 [A
//   ESC  [  [  letter                              [[A            (the Linux console's function keys)
//   ESC  [  digits [; digit]  ~ ^ $ or letter      [3~, [1;5C, [200~
//
// Another ESC may precede either form. A modifier is 1 plus the sum of shift 1, alt 2, control 4, meta 8. Some terminals (rxvt)
// encode shift or control in the last character instead, so those codes imply them.

const { SafeMap } = require('core/safe/collections');
const {
  objectKeys, regexpExec, regexpTest, stringCharCodeAt, stringCodePointAt, stringSplit, stringStaticFromCharCode,
  stringToLowerCase,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');

const ESC = '\x1b';

const CODES = {
  'f1': 'OP [P [11~ [[A', 'f2': 'OQ [Q [12~ [[B', 'f3': 'OR [R [13~ [[C', 'f4': 'OS [S [14~ [[D', 'f5': '[15~ [[E',
  'f6': '[17~', 'f7': '[18~', 'f8': '[19~', 'f9': '[20~', 'f10': '[21~', 'f11': '[23~', 'f12': '[24~',
  'up': '[A OA', 'down': '[B OB', 'right': '[C OC', 'left': '[D OD', 'clear': '[E OE', 'end': '[F OF [4~ [8~',
  'home': '[H OH [1~ [7~', 'insert': '[2~', 'delete': '[3~', 'pageup': '[5~ [[5~', 'pagedown': '[6~ [[6~',
  'paste-start': '[200~', 'paste-end': '[201~',
};
const WITH_SHIFT = {
  'up': '[a', 'down': '[b', 'right': '[c', 'left': '[d', 'clear': '[e', 'insert': '[2$', 'delete': '[3$', 'pageup': '[5$',
  'pagedown': '[6$', 'home': '[7$', 'end': '[8$', 'tab': '[Z',
};
const WITH_CONTROL = {
  'up': 'Oa', 'down': 'Ob', 'right': 'Oc', 'left': 'Od', 'clear': 'Oe', 'insert': '[2^', 'delete': '[3^', 'pageup': '[5^',
  'pagedown': '[6^', 'home': '[7^', 'end': '[8^',
};

const keyOfCode = new SafeMap();
for (const { 0: names, 1: implied } of each([[CODES, ''], [WITH_SHIFT, 'shift'], [WITH_CONTROL, 'ctrl']])) {
  for (const name of each(objectKeys(names))) {
    for (const code of each(stringSplit(names[name], ' '))) keyOfCode.set(code, { name, implied });
  }
}

const nameOfCharacter = new SafeMap([
  ['\r', 'return'], ['\n', 'enter'], ['\t', 'tab'], ['\b', 'backspace'], ['\x7f', 'backspace'], [ESC, 'escape'], [' ', 'space'],
]);

const isDigit = (character) => character >= '0' && character <= '9';

// The number of code units of the character at that index.
function charLengthAt(text, at) {
  if (text.length <= at) return 1; // the end of a line counts as one
  return stringCodePointAt(text, at) >= 0x10000 ? 2 : 1;
}

function charLengthLeft(text, at) {
  if (at <= 0) return 0;
  const isPair = (at > 1 && stringCodePointAt(text, at - 2) >= 0x10000) || stringCodePointAt(text, at - 1) >= 0x10000;
  return isPair ? 2 : 1;
}

// Receives one character per next() and calls `onKey(text, key)`. An empty string means that nothing follows an ESC.
function* keyParser(onKey) {
  for (;;) {
    const key = { sequence: null, name: undefined, ctrl: false, meta: false, shift: false };
    let character = yield;
    let sequence = character;
    let isEscaped = false;
    if (character === ESC) {
      isEscaped = true;
      sequence += (character = yield);
      if (character === ESC) sequence += (character = yield);
    }
    if (isEscaped && (character === 'O' || character === '[')) {
      const rest = character === 'O' ? yield* afterO() : yield* afterBracket();
      sequence += rest.read;
      nameByCode(key, character + rest.code, rest.modifier);
    } else {
      nameByCharacter(key, character, isEscaped);
    }
    key.sequence = sequence;
    if (sequence.length !== 0 && (key.name !== undefined || isEscaped)) onKey(isEscaped ? undefined : sequence, key);
    else if (charLengthAt(sequence, 0) === sequence.length) onKey(sequence, key);
  }
}

function* afterO() {
  let character = yield;
  let read = character;
  let modifier = 0;
  if (isDigit(character)) {
    modifier = Number(character) - 1;
    read += (character = yield);
  }
  return { read, code: character, modifier };
}

function* afterBracket() {
  let character = yield;
  let prefix = '';
  if (character === '[') {
    prefix = '[';
    character = yield;
  }
  let command = character;
  for (let digits = 1; digits <= 3 && isDigit(character); digits++) command += (character = yield);
  if (character === ';') {
    command += (character = yield);
    if (isDigit(character)) command += yield;
  }
  return { read: prefix + command, ...split(prefix, command) };
}

function split(prefix, command) {
  let parts = regexpExec(/^(\d\d?)(?:;(\d))?([~^$])$/, command);
  if (parts) return { code: prefix + parts[1] + parts[3], modifier: (parts[2] || 1) - 1 };
  parts = regexpExec(/^(?:(?:\d;)?(\d))?([A-Za-z])$/, command);
  if (parts) return { code: prefix + parts[2], modifier: (parts[1] || 1) - 1 };
  return { code: prefix + command, modifier: 0 };
}

function nameByCode(key, code, modifier) {
  key.ctrl = (modifier & 4) !== 0;
  key.meta = (modifier & 10) !== 0;
  key.shift = (modifier & 1) !== 0;
  key.code = code;
  const known = keyOfCode.get(code);
  key.name = known ? known.name : 'undefined';
  if (known?.implied) key[known.implied] = true;
}

function nameByCharacter(key, character, isEscaped) {
  const name = nameOfCharacter.get(character);
  if (name !== undefined) {
    key.name = name;
    key.meta = isEscaped;
  } else if (!isEscaped && character <= '\x1a') {
    key.name = stringStaticFromCharCode(stringCharCodeAt(character, 0) + 96);
    key.ctrl = true;
  } else if (regexpTest(/^[0-9A-Za-z]$/, character)) {
    key.name = stringToLowerCase(character);
    key.shift = regexpTest(/^[A-Z]$/, character);
    key.meta = isEscaped;
  } else if (isEscaped) {
    key.name = character.length ? undefined : 'escape';
    key.meta = true;
  }
}

module.exports = { ESC, charLengthAt, charLengthLeft, keyParser };
