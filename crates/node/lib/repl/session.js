'use strict';
// The JavaScript half of the REPL. Rust reads lines on a thread of its own (crates/cli/src/repl.rs), so that timers and I/O continue
// while the prompt waits; each complete input arrives here as a macrotask, and `finish(id)` returns the prompt, immediately or when an
// awaited promise settles. completion.js completes names, preview.js shows values while they are typed.

const native = binding('repl');
const { inspect } = require('inspect/inspect');
const { normalize, stackOf } = require('core/stack');
const { addUncaughtExceptionCaptureCallback } = require('process/fatal');
const { complete, lexicalNames, rememberGetters } = require('repl/completion');

// An input may declare this name.
const { process } = globalThis;

const useColors = native.isTerminal && process.env.NO_COLOR === undefined && process.env.NODE_DISABLE_COLORS === undefined;
const lines = [];
let inputs = 0;
let last;
let lastError;
// The input that is running; 0 while the prompt waits for one.
let running = 0;

install();

function install() {
  const { Module } = require('module/cjs');
  const { makeRequire } = require('module/require_function');
  const module = new Module('<repl>');
  module.filename = `${process.cwd()}/<repl>`;
  const globals = { require: makeRequire(module), module, exports: module.exports };
  for (const name of Object.keys(globals)) {
    Object.defineProperty(globalThis, name, { __proto__: null, value: globals[name], writable: true, enumerable: false, configurable: true });
  }
  require('module/builtin_globals').define();
  // For import() (crates/node/src/bindings/repl.rs); the referrer is named `repl`, as in Node.
  const importer = (specifier, options) => {
    const parentUrl = `${binding('modules').pathToFileUrl(process.cwd())}/repl`;
    return require('module/esm/dynamic_import').importDynamically(specifier, options, parentUrl);
  };
  __hexloop_repl_import = importer;
  defineLastValue('_', () => last);
  defineLastValue('_error', () => lastError);
  rememberGetters();
  addUncaughtExceptionCaptureCallback(onUncaught);
}

// Uncaught errors and rejections do not end the session: the error is printed, and the prompt again.
function onUncaught(error) {
  showError(error);
  if (running === 0) process.stdout.write('> ');
  return true;
}

// `_` is the last value, until the program assigns it.
function defineLastValue(name, read) {
  Object.defineProperty(globalThis, name, {
    __proto__: null,
    configurable: true,
    get: read,
    set(value) {
      print(`Expression assignment to ${name} now disabled.`);
      Object.defineProperty(globalThis, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    },
  });
}

function print(text) {
  process.stdout.write(`${text}\n`);
}

function show(value) {
  last = value;
  print(inspect(value, { colors: useColors, showProxy: true }));
}

function showError(error) {
  lastError = error;
  if (typeof error === 'object' && error !== null && typeof normalize(error).stack === 'string') {
    try {
      Object.defineProperty(error, 'stack', { __proto__: null, value: shortenStack(stackOf(error)), writable: true, enumerable: false, configurable: true });
    } catch {
      // A frozen error shows the frames it has.
    }
  }
  const text = inspect(error, { colors: useColors });
  // An error without frames is inspected in brackets, which Node removes here.
  const isBracketed = error instanceof Error && text.startsWith('[') && text.endsWith(']');
  process.stdout.write(uncaught(isBracketed ? text.slice(1, -1) : text));
}

// Of a function without a name, as V8 prints it.
const OWN_FRAME = /^ {4}at (?:REPL\d+:\d+:\d+|(?:Timeout\._onTimeout|Immediate\._onImmediate|(?:.*\.)?<anonymous>) \(REPL\d+:\d+:\d+\))$/;

// Without the input's own frame and its callers, and without the input's name above a syntax error.
function shortenStack(stack) {
  const isOurs = (line) => /^ {4}at (?:.*\(?node:|evaluate \(<anonymous>\)$)/.test(line);
  const lines = stack.replace(/^REPL\d*:\d+\n/, '').split('\n').filter((line) => !isOurs(line));
  const own = lines.findLastIndex((line) => OWN_FRAME.test(line));
  const kept = own === -1 ? lines : lines.slice(0, own);
  // The async function that an input with an await becomes.
  while (/^ {4}at REPL\d+:1:1$/.test(kept.at(-1))) kept.pop();
  return kept.join('\n');
}

// Node's line lengths, regardless of the terminal's width.
const LONGEST = native.isTerminal ? 80 : 128;

// As in Node, "Uncaught" precedes the line that names the error, which may come after the source line.
function uncaught(text) {
  const lines = text.split('\n');
  const named = lines.findIndex((line) => /^\[?(?:[A-Z][a-z0-9_]*)*Error/.test(line));
  const apart = named === -1 ? lines.length > 1 : lines[named].length > LONGEST;
  const at = Math.max(named, 0);
  lines[at] = `Uncaught${apart ? ':\n' : ' '}${lines[at]}`;
  return `${lines.join('\n')}\n`;
}

// One complete input: JavaScript, or a command that begins with a dot.
function replInput(id, text) {
  running = id;
  try {
    if (/^\s*\.[a-z]/i.test(text) && command(id, text.trim())) return;
    evaluate(id, text);
  } catch (error) {
    showError(error);
    finish(id);
  }
}

function finish(id, leave = false) {
  running = 0;
  native.finish(id, leave);
}

function evaluate(id, text) {
  lines.push(text);
  const name = `REPL${++inputs}`;
  const { result, isAsync } = native.evaluate(text, name, lexicalNames);
  if (!isAsync) {
    show(result);
    finish(id);
    return;
  }
  result.then((wrapped) => finishAsync(id, show, wrapped?.value), (error) => finishAsync(id, showError, error));
}

// An input that was interrupted while it awaited prints nothing more.
function finishAsync(id, display, value) {
  if (running !== id) return;
  try {
    display(value);
  } finally {
    finish(id);
  }
}

// Ctrl+C: the input has been terminated, or is abandoned.
function replInterrupt(id, ended) {
  if (running !== id) return;
  print(uncaught(inspect(interruptionError(ended), { colors: useColors })).trimEnd());
  finish(id);
}

// As in Node, the error of a terminated script has the runtime's frames, that of an await has none.
function interruptionError(ended) {
  if (ended) {
    lastError = Object.assign(new Error('Script execution was interrupted by `SIGINT`'), { code: 'ERR_SCRIPT_EXECUTION_INTERRUPTED' });
  } else {
    lastError = new (require('core/errors').codes.ERR_SCRIPT_EXECUTION_INTERRUPTED)();
    lastError.stack = `Error [${lastError.code}]: ${lastError.message}`;
  }
  return lastError;
}

const COMMANDS = [
  ['.break', 'Sometimes you get stuck, this gets you out'],
  ['.clear', 'Alias for .break'],
  // The prompt's thread reads its lines, so only a terminal has it.
  ...native.isTerminal ? [['.editor', 'Enter editor mode']] : [],
  ['.exit', 'Exit the REPL'],
  ['.help', 'Print this help message'],
  ['.load', 'Load JS from a file into the REPL session'],
  ['.save', 'Save all evaluated commands in this REPL session to a file'],
];

function help() {
  const width = native.isTerminal ? 10 : 9;
  const rows = COMMANDS.map(([name, purpose]) => `${name.padEnd(width)}${purpose}`);
  return `${rows.join('\n')}\n\nPress Ctrl+C to abort current expression, Ctrl+D to exit the REPL`;
}

// Returns true if the text was a command.
function command(id, text) {
  const [name, ...rest] = text.split(/\s+/);
  const argument = rest.join(' ');
  switch (name) {
    case '.exit':
      finish(id, true);
      return true;
    case '.help':
      print(help());
      break;
    case '.break':
    case '.clear':
      break;
    case '.load':
      load(id, argument);
      return true;
    case '.save':
      save(argument);
      break;
    default:
      // Numbers such as .5 are JavaScript.
      print('Invalid REPL keyword');
  }
  finish(id);
  return true;
}

function load(id, path) {
  let text;
  try {
    text = binding('module').readSource(path);
  } catch {
    print(path === '' ? 'The "file" argument must be specified' : `Failed to load: ${path}`);
    finish(id);
    return;
  }
  if (native.isTerminal) print(text);
  try {
    evaluate(id, text);
  } catch (error) {
    showError(error);
    finish(id);
  }
}

function save(path) {
  if (path === '') {
    print('The "file" argument must be specified');
    return;
  }
  try {
    require('fs').writeFileSync(path, `${lines.join('\n')}\n`);
    print(`Session saved to: ${path}`);
  } catch {
    print(`Failed to save: ${path}`);
  }
}

binding('loop').connect('replInput', replInput);
binding('loop').connect('replInterrupt', replInterrupt);
binding('loop').connect('replComplete', complete);
binding('loop').connect('replPreview', (text) => require('repl/preview').hint(text));
binding('loop').connect('replExit', () => process.exit());
