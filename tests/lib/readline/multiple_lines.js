'use strict';
// Entries of the history that have several lines.
const readline = require('readline');
const { PassThrough } = require('stream');

const UP = '\x1b[A';
const DOWN = '\x1b[B';
const LEFT = '\x1b[D';
const HOME = '\x1b[H';
const END = '\x1b[F';

function session(history, keys, options) {
  const input = new PassThrough();
  const output = new PassThrough();
  output.columns = 80;
  let screen = '';
  output.on('data', (text) => { screen += text; });
  const rl = readline.createInterface({ input, output, terminal: true, history, ...options });
  for (const event of ['line', 'history']) rl.on(event, (value) => console.log(' ', event, JSON.stringify(value)));
  rl.prompt();
  for (const key of keys) {
    screen = '';
    input.emit('data', Buffer.from(key));
    console.log(JSON.stringify(key), JSON.stringify(rl.line), rl.cursor, rl.historyIndex, rl.getCursorPos(), JSON.stringify(screen), rl.prevRows);
  }
  rl.close();
}

session(['one\ntwoo\nthree'], [UP, 'x', LEFT, LEFT, UP, UP, UP, DOWN, DOWN, DOWN, '\x15', '\x1f', '\x1e', '\r']);
session(['a', 'one\rtwoo\rthree', 'b'], [UP, UP, UP, DOWN, DOWN, DOWN, DOWN]);
session(['three\rtwo\rone'], [UP, HOME, 'zz', END, '\r', UP]);
session(['three\rtwo\rone'], [UP, '\r', UP, UP, '\r']);
session(['x\ny'], [UP, LEFT, 'z', '\r', UP, '\x15'], { prompt: 'q\n> ' });
process.exit();
