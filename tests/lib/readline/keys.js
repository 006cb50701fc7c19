'use strict';
// Which key every sequence of a terminal is. The '~' after each shows whether the parser is at rest again.
const readline = require('readline');
const { PassThrough } = require('stream');

const sequences = [];
for (let code = 0; code < 256; code++) sequences.push(String.fromCharCode(code));
for (let code = 33; code < 127; code++) {
  const last = String.fromCharCode(code);
  for (const prefix of ['\x1b', '\x1bO', '\x1b[', '\x1b[[', '\x1b\x1b[', '\x1b\x1bO', '\x1b[1;5', '\x1bO5']) sequences.push(prefix + last);
}
for (let number = 0; number <= 25; number++) {
  for (const last of ['~', '^', '$', ';2~', ';3~', ';5~', ';6~', ';9$']) sequences.push(`\x1b[${number}${last}`);
}
sequences.push('\x1b[200~', '\x1b[201~', '\x1b[202~', '\x1b[1234', '\x1b[1;10A', '\x1b[12;34~', '日', '😀', '👨‍👩‍👧', '\x1b日', '\x1b😀');

function shown(text, key) {
  const modifiers = (key.ctrl ? 'C' : '') + (key.meta ? 'M' : '') + (key.shift ? 'S' : '');
  return `${JSON.stringify(text)}=${key.name}${modifiers && `+${modifiers}`}${'code' in key ? `(${key.code})` : ''}`;
}

for (const sequence of sequences) {
  const input = new PassThrough();
  const pressed = [];
  let read = '';
  readline.emitKeypressEvents(input);
  input.on('keypress', (text, key) => {
    pressed.push(shown(text, key));
    read += key.sequence;
  });
  input.emit('data', Buffer.from(sequence));
  input.emit('data', Buffer.from('~'));
  console.log(JSON.stringify(sequence), pressed.join(' '), read === `${sequence}~`);
}

// Nobody listens any more: what comes is not looked at; a new listener starts it again.
const input = new PassThrough();
const heard = (text, key) => console.log('heard', shown(text, key));
readline.emitKeypressEvents(input);
input.on('keypress', heard);
input.emit('data', 'a');
input.off('keypress', heard);
input.emit('data', 'b');
console.log(input.listenerCount('data'), input.listenerCount('newListener'));
input.on('keypress', heard);
input.emit('data', 'c');
// A character that arrives in two chunks.
input.emit('data', Buffer.from([0xe6, 0x97]));
input.emit('data', Buffer.from([0xa5]));
// A listener that throws loses its key, not the ones after it.
input.once('keypress', () => { throw new Error('from a listener'); });
try {
  input.emit('data', 'de');
} catch (error) {
  console.log(error.message);
}
input.emit('data', 'f');
process.exit();
