'use strict';
// Completion of the name before the cursor: commands, modules, globals, declarations and properties.

// Names that inputs declared with let, const and class, which are no properties of the global object.
const lexicalNames = { __proto__: null };

// Initial getters of the global object: they load built-in modules. Getters of the program are not called for a completion or a preview.
const ownGetters = new Map();

function rememberGetters() {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    if (property.get !== undefined) ownGetters.set(name, property.get);
  }
}

const isOwnGetter = (name, getter) => ownGetters.get(name) === getter;

const KEYWORDS = [
  'async', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else',
  'export', 'extends', 'false', 'finally', 'for', 'function', 'if', 'import', 'in', 'instanceof', 'let', 'new', 'null',
  'return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'undefined', 'var', 'void', 'while',
  'with', 'yield',
];

function complete(text) {
  const command = /^\s*(\.[a-z]*)$/.exec(text);
  if (command !== null) return withPrefix(['.break', '.clear', '.editor', '.exit', '.help', '.load', '.save'], command[1]);
  const module = /\brequire\s*\(\s*['"]([^'"]*)$/.exec(text);
  if (module !== null) return withPrefix(binding('module').builtinModules(), module[1]);
  const path = /([\w$]+(?:\.[\w$]+)*)\.([\w$]*)$/.exec(text);
  if (path !== null) {
    const owner = valueOf(path[1]);
    return owner === undefined ? [] : withPrefix(namesOf(owner), path[2]);
  }
  const word = /([\w$]*)$/.exec(text)[1];
  return word === '' ? [] : withPrefix([...namesOf(globalThis), ...Object.keys(lexicalNames), ...KEYWORDS], word);
}

function withPrefix(names, prefix) {
  return [...new Set(names)].filter((name) => name.startsWith(prefix)).sort();
}

// Follows a.b.c through data properties; getters of the program are not called.
function valueOf(path) {
  let value;
  for (const [index, name] of path.split('.').entries()) {
    if (index === 0 && name in lexicalNames) {
      value = lexicalValue(name);
      continue;
    }
    const owner = index === 0 ? globalThis : value;
    if (owner === undefined || owner === null) return undefined;
    const property = find(Object(owner), name);
    if (property === undefined) return undefined;
    value = property.get === undefined ? property.value : index === 0 && isOwnGetter(name, property.get) ? globalThis[name] : undefined;
  }
  return value;
}

// In its temporal dead zone if the declaration failed.
function lexicalValue(name) {
  try {
    return (0, eval)(name);
  } catch {
    return undefined;
  }
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
    names.push(...Object.getOwnPropertyNames(at).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name)));
  }
  return names;
}

module.exports = { complete, isOwnGetter, lexicalNames, rememberGetters };
