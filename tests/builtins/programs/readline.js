// Lines of streams: events, questions, iteration, keys.
const say = (text) => console.log(text);
const { PassThrough, Writable } = require('stream');
const readline = require('readline');
const promises = require('readline/promises');
let written = '';
const output = () => new Writable({ write(chunk, encoding, callback) { written += chunk; callback(); } });
const events = new PassThrough();
const lines = readline.createInterface({ input: events, output: output(), crlfDelay: 50, terminal: false });
lines.on('line', (line) => say('line ' + line));
lines.on('close', () => { say('close'); ask(); });
events.write('one\ntwo\r\nth');
events.end('ree\nlast');
async function ask() {
  const input = new PassThrough();
  const asking = promises.createInterface({ input, output: output() });
  const answer = asking.question('your name? ');
  input.write('nobody\n');
  say('answer ' + await answer);
  asking.close();
  const iterated = new PassThrough();
  iterated.end('a\nb\nc');
  for await (const line of readline.createInterface({ input: iterated })) say('iterated ' + line);
  keys();
}
function keys() {
  const input = new PassThrough();
  const out = output();
  out.columns = 40;
  const editor = readline.createInterface({ input, output: out, terminal: true, history: ['before'], completer: (line) => [['complete', 'completion'], line] });
  editor.on('line', (line) => say('edited ' + line));
  editor.on('history', (history) => say('history ' + history.length));
  editor.on('close', () => say('written ' + (written.length > 0)));
  input.write('hello world');
  input.write('\x1b[D\x1b[D\x17x\n');
  input.write('\x1b[A!\n');
  input.write('compl\t\n');
  input.write('undo\x1f\x1f\x1fdone\n');
  editor.on('SIGINT', () => { say('SIGINT'); editor.close(); });
  setImmediate(() => input.write('\x03'));
  readline.cursorTo(out, 1, 1);
  readline.moveCursor(out, 1, 1);
  readline.clearLine(out, 0);
}
