'use strict';
// Random keys at a terminal: the line, the cursor, the history and every byte written to the screen.
const readline = require('readline');
const { PassThrough } = require('stream');

let seed = 20261116;
function random(below) {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return (seed >>> 8) % below;
}
const one = (list) => list[random(list.length)];

const KEYS = [
  'a', 'b', 'foo', 'foo bar', 'x-y ', ' ', '日', '本', 'é', '😀', '\t', '\x01', '\x02', '\x04', '\x05', '\x06', '\x08', '\x0b', '\x0c',
  '\x0e', '\x10', '\x15', '\x17', '\x19', '\x1by', '\x1e', '\x1f', '\x7f', '\x1bb', '\x1bf', '\x1bd', '\x1b\x7f', '\x1b[A', '\x1b[B',
  '\x1b[C', '\x1b[D', '\x1b[H', '\x1b[F', '\x1b[3~', '\x1b[1;5C', '\x1b[1;5D', '\x1b[3;5~', '\x1b[3;6~', '\x1b[2~', '\r', '\n', '\r\n',
  'one\rtwo', 'l1\nl2\nl3', '\x1b[A', '\x1b[A', '\x1b[B', '  ', '\t', '\u0301', 'func(1, 2)', '\x1b[1;2A', '\x00', '\x1c', '\x1b[200~', '\x12',
];
const WORDS = ['foo', 'foobar', 'func', '', 'zed', '日本語'];

function makeInterface(input, output) {
  const options = {
    input, output, terminal: true, tabSize: one([8, 4, 1]), removeHistoryDuplicates: random(2) === 1,
    prompt: one(['> ', '', 'long prompt: ', '日> ', '\x1b[31m$\x1b[0m ', 'a\nb> ']),
  };
  if (random(2)) options.history = ['foo', 'foo bar', 'bar baz', 'a', 'foo'];
  if (random(3) === 0) options.historySize = random(4);
  if (random(2)) {
    options.completer = (line) => {
      const last = line.slice(-1);
      return [WORDS.filter((word) => random(3) && (word === '' || word.startsWith(last))), last];
    };
  }
  return readline.createInterface(options);
}

for (let session = 0; session < 40; session++) {
  const input = new PassThrough();
  const output = new PassThrough();
  output.columns = one([80, 20, 10, 5, undefined]);
  let screen = '';
  output.on('data', (text) => { screen += text; });
  const rl = makeInterface(input, output);
  for (const event of ['line', 'history', 'close', 'pause', 'resume', 'SIGINT']) {
    rl.on(event, (value) => console.log(' ', event, JSON.stringify(value)));
  }
  if (random(2)) rl.prompt();
  for (let pressed = 0; pressed < 40 && !rl.closed; pressed++) {
    const key = one(KEYS);
    screen = '';
    if (random(20) === 0) rl.question('what? ', (answer) => console.log('  answer', JSON.stringify(answer)));
    if (random(20) === 0) {
      rl.write(one(['abc', null, 'x\ny', 'p\r\n']), one([undefined, { name: 'left' }, { ctrl: true, name: 'u' }, { sequence: '\x1f' }]));
    }
    if (random(20) === 0) output.emit('resize');
    input.emit('data', Buffer.from(key));
    const { cols, rows } = rl.getCursorPos();
    console.log(JSON.stringify(key), JSON.stringify(rl.line), rl.cursor, rl.historyIndex, cols, rows, JSON.stringify(screen), rl.prevRows);
  }
  rl.close();
  console.log('----');
}
process.exit();
