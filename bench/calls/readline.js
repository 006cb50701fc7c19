'use strict';
const readline = require('readline');
const { Interface } = require('readline/promises');
const { PassThrough, Readable, Writable } = require('stream');

const output = new Writable({ write(chunk, encoding, done) { done(); } });
const input = new PassThrough();
const lines = Array.from({ length: 1000 }, (_, index) => `line ${index} with some text`).join('\n');
const chunks = lines.match(/[^]{1,4096}/g);
const questions = readline.createInterface({ input, output });

exports.calls = {
  'createInterface and close': () => readline.createInterface({ input: new PassThrough(), output }).close(),
  cursorTo: (turn) => readline.cursorTo(output, turn & 63, 1),
  moveCursor: (turn) => readline.moveCursor(output, turn & 7, -1),
  clearLine: () => readline.clearLine(output, 0),
  clearScreenDown: () => readline.clearScreenDown(output),
};

exports.operations = {
  'for await over 1,000 lines': async () => {
    let length = 0;
    for await (const line of readline.createInterface({ input: Readable.from(chunks) })) length += line.length;
    return length;
  },
  "1,000 'line' events": () => new Promise((resolve) => {
    let length = 0;
    const reader = readline.createInterface({ input: Readable.from(chunks), crlfDelay: Infinity });
    reader.on('line', (line) => { length += line.length; }).on('close', () => resolve(length));
  }),
  question: () => new Promise((resolve) => {
    questions.question('name? ', resolve);
    input.write('hello\n');
  }),
  'readline/promises question': async () => {
    const asked = new PassThrough();
    const reader = new Interface({ input: asked, output });
    const answer = reader.question('name? ');
    asked.write('hello\n');
    const text = await answer;
    reader.close();
    return text;
  },
};

exports.close = () => questions.close();
