'use strict';
// Lines, questions, iterators, completers and the end of an Interface.
const fs = require('fs');
const readline = require('readline');
const { createInterface } = require('readline/promises');
const { PassThrough, Readable } = require('stream');
const { inherits, promisify } = require('util');

const turn = () => new Promise(setImmediate);
const { log } = console;
function shown(stream) {
  let text = '';
  for (let piece = stream.read(); piece !== null; piece = stream.read()) text += piece;
  return JSON.stringify(text);
}

async function iterators() {
  const lines = readline.createInterface({ input: Readable.from(['a\nb\r', '\nc\rd\u2028e\u2029f']) });
  for await (const line of lines) log('line', JSON.stringify(line));
  const file = readline.createInterface({ input: fs.createReadStream(__filename), crlfDelay: Infinity });
  let count = 0;
  for await (const line of file) {
    log(line);
    if (++count === 2) break;
  }
  log('after break', file.closed);
  file.close();
  const promised = createInterface({ input: Readable.from(['x\ny']) });
  promised.on('line', (line) => log('line', line));
  await new Promise((resolve) => promised.on('close', resolve));
  log(promised.terminal, promised.cursor, promised.closed, promised.paused);
}

async function questions() {
  const input = new PassThrough();
  const output = new PassThrough();
  const rl = readline.createInterface({ input, output });
  const ask = promisify(rl.question).bind(rl);
  const name = ask('name? ');
  input.write('me\n');
  log(await name, shown(output));

  const first = new AbortController();
  const aborted = ask('aborted? ', { signal: first.signal });
  first.abort('because');
  await aborted.catch((error) => log(error.name, error.code, error.cause));
  log(shown(output));
  const second = new AbortController();
  rl.question('again? ', { signal: second.signal }, () => log('never'));
  second.abort();
  log(shown(output));
  rl.on('line', (line) => log('a line, not an answer:', line));
  input.write('zz\n');
  await turn();
  rl.question('one? ', (answer) => log('one', answer));
  rl.question('two? ', (answer) => log('two', answer));
  input.write('1\n2\n');
  await turn();
  log(rl.getPrompt(), shown(output));
  rl[Symbol.dispose]();
  log(rl.closed);
}

async function ends() {
  const input = new PassThrough();
  const controller = new AbortController();
  readline.createInterface({ input, signal: controller.signal }).on('close', () => log('closed by its signal'));
  controller.abort();
  readline.createInterface({ input, signal: AbortSignal.abort() }).on('close', () => log('closed from the start'));
  await turn();
  const failing = new PassThrough();
  const rl = readline.createInterface({ input: failing });
  rl.on('error', (error) => log('error', error.message)).on('close', () => log('closed'));
  failing.destroy(new Error('boom'));
  await turn();
  log(rl.closed);
  const events = [];
  const quiet = readline.createInterface({ input: new PassThrough() });
  for (const event of ['pause', 'resume', 'line', 'close']) quiet.on(event, (value) => events.push([event, value]));
  log(quiet.pause() === quiet, quiet.pause(), quiet.resume() === quiet, quiet.resume());
  quiet.write('w\n');
  quiet.close();
  log(JSON.stringify(events));
}

async function completers() {
  const input = new PassThrough();
  const output = new PassThrough();
  const completer = async (line) => [['hello', 'help'].filter((word) => word.startsWith(line)), line];
  const rl = createInterface({ input, output, terminal: true, completer });
  for (const key of ['h', '\t', '\t', '\t']) {
    input.write(key);
    await turn();
    log(rl.line, shown(output));
  }
  rl.close();
  const failing = readline.createInterface({ input, output, terminal: true, completer: (line, done) => done(new Error('nope')) });
  input.emit('data', '\t');
  await turn();
  log(shown(output).split('\\n')[0]);
  failing.close();
}

function inheritance() {
  class Mine extends readline.Interface {
    mine = true;
  }
  function Old(options) {
    readline.Interface.call(this, options);
  }
  inherits(Old, readline.Interface);
  const options = () => ({ input: new PassThrough() });
  const mine = new Mine(options());
  log(mine instanceof readline.Interface, mine.mine, new Old(options()).line === '', readline.Interface(options()) instanceof readline.Interface);

  const input = new PassThrough();
  const output = new PassThrough();
  const rl = readline.createInterface({ input, output, terminal: true });
  rl._writeToOutput = (text) => output.write('*'.repeat(text.length));
  input.emit('data', 's');
  input.emit('data', 'e');
  log(shown(output), rl.line);
  rl.close();
  for (const [stream, event] of [[input, 'keypress'], [input, 'data'], [input, 'end'], [input, 'error'], [output, 'resize']]) {
    log(event, stream.listenerCount(event));
  }
}

(async () => {
  await iterators();
  await questions();
  await ends();
  await completers();
  inheritance();
})();
