'use strict';
// Converts engine messages about modules to V8's: imports by the names that the program uses, and the errors of namespace objects,
// for which the engine has a proxy's messages.

const {
  arrayFind, arrayFindIndex, arrayJoin, arraySome, classReferenceError: ReferenceError, objectDefineProperty, regexpExec,
  stringSplit, stringStartsWith,
} = require('core/intrinsics');
const { isIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');

const IMPORT = /\(0,__hexloop_(\d+)(\.[\w$]+|\["[^"]*"\])\)|__hexloop_(ns_)?(\d+)(\.[\w$]+|\["[^"]*"\])?/g;

// `stack` is the engine's; its first line names the module of the message.
function withOriginalNames(message, stack) {
  const url = regexpExec(/^[^\n]*?@((?:file|data):[^\n]*?):\d+:\d+(?:\n|$)/, stack)?.[1];
  const imports = (url === undefined ? undefined : require('module/esm/load').findRecord(url))?.imports ?? [];
  return replaceIn(message, IMPORT, (_, called, calledName, namespace, request, member = '') => {
    if (called !== undefined) return localName(imports, called, calledName);
    if (namespace !== undefined) return `${namespaceName(imports, request)}${member}`;
    return localName(imports, request, member);
  });
}

function namespaceName(imports, request) {
  return arrayFind(imports, (entry) => entry.request === Number(request) && entry.imported === null)?.local ?? 'module';
}

// The program's name for a member of an environment: an import's local name, or a member of the namespace.
function localName(imports, request, member) {
  const name = stringStartsWith(member, '.') ? sliceOf(member, 1) : sliceOf(member, 2, -2);
  const entry = arrayFind(imports, (each) => each.request === Number(request) && each.imported === name);
  return entry === undefined ? `${namespaceName(imports, request)}${member}` : entry.local;
}

// The error for an export in its temporal dead zone. The reader is the first frame that is not ours.
function tdzError(exported) {
  const error = new ReferenceError();
  let name = exported;
  const text = binding('stack').engineStack(error);
  if (typeof text === 'string') {
    const lines = stringSplit(text, '\n');
    const stack = arrayJoin(sliceOf(lines, arrayFindIndex(lines, (line) => !isIn(line, '@node:module/esm/'))), '\n');
    name = importedName(stack, exported) ?? exported;
    define(error, 'message', `Cannot access '${name}' before initialization`);
    require('core/stack').setFrames(error, stack);
    return error;
  }
  return define(error, 'message', `Cannot access '${name}' before initialization`);
}

function define(error, name, value) {
  return objectDefineProperty(error, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

// The local name where a module reads one of its imports.
function importedName(stack, exported) {
  const { frames, sourceLine } = binding('stack');
  const { 1: url, 2: line, 3: column } = frames(stack);
  const imports = (url === undefined ? undefined : require('module/esm/load').findRecord(url))?.imports ?? [];
  const name = regexpExec(/^[\p{ID_Continue}$]+/u, sliceOf(sourceLine(url ?? '', line ?? 0) ?? '', column - 1))?.[0];
  return arraySome(imports, (entry) => entry.local === name && entry.imported === exported) ? name : undefined;
}

// The last refusal of a namespace, and V8's message for it if the engine threw.
let refusal = null;

function recordRefusal(engineMessage, message) {
  refusal = { engineMessage, message };
  return false;
}

function refusalMessage(message) {
  return refusal !== null && stringStartsWith(message, refusal.engineMessage) ? refusal.message : undefined;
}

module.exports = { withOriginalNames, tdzError, recordRefusal, refusalMessage };
