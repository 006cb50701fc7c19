'use strict';
// The REPL's half that runs JavaScript. Rust reads lines in a thread of its own (crates/cli/src/repl.rs), so that timers
// and I/O go on while the prompt waits; each whole input arrives here as a macrotask, and `finish(id)` gives the prompt
// back, at once or when an awaited promise settles.

const native = binding('repl');
const { inspect } = require('inspect/inspect');
const { normalize, stackOf } = require('core/stack');

const useColors = native.isTerminal && process.env.NO_COLOR === undefined && process.env.NODE_DISABLE_COLORS === undefined;
const lines = [];
let inputs = 0;
let last;
let lastError;

install();

function install() {
  const { Module, makeRequire } = require('module/cjs');
  const module = new Module('<repl>');
  module.filename = `${process.cwd()}/<repl>`;
  const globals = { require: makeRequire(module), module, exports: module.exports };
  for (const name of Object.keys(globals)) {
    Object.defineProperty(globalThis, name, { __proto__: null, value: globals[name], writable: true, enumerable: false, configurable: true });
  }
  // Built-in modules are there by name, as at Node's prompt.
  for (const name of Module.builtinModules) {
    if (name.includes('/') || name in globalThis) continue;
    Object.defineProperty(globalThis, name, {
      __proto__: null,
      configurable: true,
      enumerable: false,
      get: () => require(name),
      set(value) { Object.defineProperty(globalThis, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true }); },
    });
  }
  rememberAs('_', () => last);
  rememberAs('_error', () => lastError);
}

// `_` is the last value, until a program assigns it itself.
function rememberAs(name, read) {
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
    const stack = stackOf(error).split('\n').filter((line) => !/^ {4}at .*\(?node:/.test(line)).join('\n');
    try {
      Object.defineProperty(error, 'stack', { __proto__: null, value: stack, writable: true, enumerable: false, configurable: true });
    } catch {
      // A frozen error shows the frames it has.
    }
  }
  const text = inspect(error, { colors: useColors });
  print(text.startsWith('[') && text.endsWith(']') && error instanceof Error ? `Uncaught ${text.slice(1, -1)}` : `Uncaught ${text}`);
}

// One whole input: JavaScript, or a command that begins with a dot.
function replInput(id, text) {
  try {
    if (/^\s*\.[a-z]/i.test(text) && command(id, text.trim())) return;
    evaluate(id, text);
  } catch (error) {
    showError(error);
    native.finish(id, false);
  }
}

function evaluate(id, text) {
  lines.push(text);
  const name = `REPL${++inputs}`;
  const { result, isAsync } = native.evaluate(text, name);
  if (!isAsync) {
    show(result);
    native.finish(id, false);
    return;
  }
  result.then((wrapped) => show(wrapped?.value), showError).finally(() => native.finish(id, false));
}

const HELP = `.break   Sometimes you get stuck, this gets you out
.clear   Alias for .break
.exit    Exit the REPL
.help    Print this help message
.load    Load JS from a file into the REPL session
.save    Save all evaluated commands in this REPL session to a file

Press Ctrl+C to abort current expression, Ctrl+D to exit the REPL`;

// True when the text was a command and has been dealt with.
function command(id, text) {
  const [name, ...rest] = text.split(/\s+/);
  const argument = rest.join(' ');
  switch (name) {
    case '.exit':
      native.finish(id, true);
      return true;
    case '.help':
      print(HELP);
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
  native.finish(id, false);
  return true;
}

function load(id, path) {
  let text;
  try {
    text = binding('module').readText(path);
  } catch {
    print(path === '' ? 'The "file" argument must be specified' : `Failed to load: ${path}`);
    native.finish(id, false);
    return;
  }
  print(text);
  try {
    evaluate(id, text);
  } catch (error) {
    showError(error);
    native.finish(id, false);
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

// ---- completion: [names…] for what stands before the cursor, and where the completed part begins

const KEYWORDS = [
  'async', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else',
  'export', 'extends', 'false', 'finally', 'for', 'function', 'if', 'import', 'in', 'instanceof', 'let', 'new', 'null',
  'return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'undefined', 'var', 'void', 'while',
  'with', 'yield',
];

function replComplete(text) {
  const command = /^\s*(\.[a-z]*)$/.exec(text);
  if (command !== null) return starting(['.break', '.clear', '.exit', '.help', '.load', '.save'], command[1]);
  const module = /\brequire\s*\(\s*['"]([^'"]*)$/.exec(text);
  if (module !== null) return starting(require('module/cjs').Module.builtinModules, module[1]);
  const path = /([\w$]+(?:\.[\w$]+)*)\.([\w$]*)$/.exec(text);
  if (path !== null) {
    const owner = valueOf(path[1]);
    return owner === undefined ? [] : starting(namesOf(owner), path[2]);
  }
  const word = /([\w$]*)$/.exec(text)[1];
  return word === '' ? [] : starting([...namesOf(globalThis), ...KEYWORDS], word);
}

function starting(names, prefix) {
  return [...new Set(names)].filter((name) => name.startsWith(prefix)).sort();
}

// Follows a.b.c through plain properties; getters are not run.
function valueOf(path) {
  let value;
  for (const [index, name] of path.split('.').entries()) {
    const owner = index === 0 ? globalThis : value;
    if (owner === undefined || owner === null) return undefined;
    const property = find(Object(owner), name);
    if (property === undefined) return undefined;
    value = property.get === undefined ? property.value : index === 0 ? globalThis[name] : undefined;
  }
  return value;
}

function find(object, name) {
  for (let at = object; at !== null; at = Object.getPrototypeOf(at)) {
    const property = Object.getOwnPropertyDescriptor(at, name);
    if (property !== undefined) return property;
  }
  return undefined;
}

function namesOf(value) {
  const names = [];
  for (let at = Object(value); at !== null; at = Object.getPrototypeOf(at)) {
    names.push(...Object.getOwnPropertyNames(at).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && !name.startsWith('__hexloop')));
  }
  return names;
}

binding('loop').connect('replInput', replInput);
binding('loop').connect('replComplete', replComplete);
