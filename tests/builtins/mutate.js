{
// Replaces one built-in, or all of one holder. run.js puts this text before a program's, so that nothing is loaded before
// the change that the program would not have loaded:
//
//   MUTATION='throws Array.prototype.push'     one method
//   MUTATION='delete Array.prototype.*'        every property of that holder
//   MUTATION=list                              prints the names of all that can be replaced
//
// Kinds: `delete`; `undefined`; `throws`: a function that throws an error of the program's own; `nonsense`: one that answers 7.
// An accessor is replaced by an accessor that does the same. Everything used here was read before anything is replaced.

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const OwnError = Error;

// Getters: what is not asked for shall not have been touched, so that it is loaded after the change.
const holders = {
  __proto__: null,
  get Iterator() { return getPrototypeOf(getPrototypeOf([][Symbol.iterator]())); },
  get ArrayIterator() { return getPrototypeOf([][Symbol.iterator]()); },
  get MapIterator() { return getPrototypeOf(new Map().entries()); },
  get SetIterator() { return getPrototypeOf(new Set().values()); },
  get StringIterator() { return getPrototypeOf(''[Symbol.iterator]()); },
  get RegExpStringIterator() { return getPrototypeOf(''.matchAll(/x/g)); },
  get AsyncIterator() { return getPrototypeOf(getPrototypeOf(async function* () {}.prototype)); },
  get Generator() { return getPrototypeOf(function* () {}.prototype); },
  get AsyncGenerator() { return getPrototypeOf(async function* () {}.prototype); },
  get GeneratorFunction() { return getPrototypeOf(function* () {}); },
  get AsyncFunction() { return getPrototypeOf(async () => {}); },
  get TypedArray() { return getPrototypeOf(Uint8Array.prototype); },
  get TypedArrayConstructor() { return getPrototypeOf(Uint8Array); },
};
const GLOBALS = ['Array', 'ArrayBuffer', 'Atomics', 'BigInt', 'Boolean', 'DataView', 'Date', 'Error', 'FinalizationRegistry',
  'Float64Array', 'Function', 'Int32Array', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Proxy', 'Reflect', 'RegExp', 'Set',
  'SharedArrayBuffer', 'String', 'Symbol', 'SyntaxError', 'TypeError', 'Uint8Array', 'WeakMap', 'WeakRef', 'WeakSet'];
const WITHOUT_PROTOTYPE = ['Atomics', 'JSON', 'Math', 'Proxy', 'Reflect'];

function holderOf(name) {
  const dot = name.indexOf('.');
  if (dot !== -1) return globalThis[name.slice(0, dot)].prototype;
  return name in holders ? holders[name] : globalThis[name];
}

function holderNames() {
  const names = Object.keys(holders);
  for (const name of GLOBALS) {
    names.push(name);
    if (!WITHOUT_PROTOTYPE.includes(name)) names.push(`${name}.prototype`);
  }
  return names;
}

const nameOf = (key) => (typeof key === 'symbol' ? `@@${key.description.slice('Symbol.'.length)}` : key);

// What can be replaced: methods and accessors, and not what the language keeps for itself.
function isReplaceable(holder, key) {
  const { configurable, value, get } = getOwnPropertyDescriptor(holder, key);
  return configurable && (typeof value === 'function' || get !== undefined);
}

function everyName() {
  const names = [];
  for (const name of holderNames()) {
    const holder = holderOf(name);
    for (const key of ownKeys(holder)) {
      if (isReplaceable(holder, key)) names.push(`${name}.${nameOf(key)}`);
    }
  }
  return names;
}

function replace(kind, holder, key) {
  const descriptor = getOwnPropertyDescriptor(holder, key);
  if (descriptor === undefined) return;
  if (kind === 'delete') {
    deleteProperty(holder, key);
    return;
  }
  const substitute = kind === 'throws' ? () => { throw new OwnError('replaced by the program'); } : kind === 'nonsense' ? () => 7 : undefined;
  if (descriptor.get === undefined) descriptor.value = substitute;
  else descriptor.get = substitute;
  defineProperty(holder, key, descriptor);
}

function mutate(mutation) {
  const [kind, name] = mutation.split(' ');
  const dot = name.lastIndexOf('.');
  const holder = holderOf(name.slice(0, dot));
  const last = name.slice(dot + 1);
  const keys = last === '*' ? ownKeys(holder).filter((key) => isReplaceable(holder, key)) : [last.startsWith('@@') ? Symbol[last.slice(2)] : last];
  for (let i = 0; i < keys.length; i++) replace(kind, holder, keys[i]);
}

if (process.env.MUTATION === 'list') {
  process.stdout.write(`${everyName().join('\n')}\n`);
  process.exit();
}
if (process.env.MUTATION) mutate(process.env.MUTATION);
}
