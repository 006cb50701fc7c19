'use strict';
// Engine messages about modules, in V8's words: imports under the names that the program gave them, and the refusals of
// namespace objects, which the engine takes for any proxy's.

const IMPORT = /\(0,__hexloop_(\d+)(\.[\w$]+|\["[^"]*"\])\)|__hexloop_(ns_)?(\d+)(\.[\w$]+|\["[^"]*"\])?/g;

// `stack` is the engine's, whose first line names the module that the message speaks of.
function withPlainNames(message, stack) {
  const url = /^[^\n]*?@((?:file|data):[^\n]*?):\d+:\d+(?:\n|$)/.exec(stack)?.[1];
  const imports = (url === undefined ? undefined : require('module/esm/load').knownRecord(url))?.imports ?? [];
  return message.replace(IMPORT, (_, called, calledName, namespace, request, member = '') => {
    if (called !== undefined) return localName(imports, called, calledName);
    if (namespace !== undefined) return `${namespaceName(imports, request)}${member}`;
    return localName(imports, request, member);
  });
}

function namespaceName(imports, request) {
  return imports.find((entry) => entry.request === Number(request) && entry.imported === null)?.local ?? 'module';
}

// What a member of an environment is called: an import's local name, or a namespace's member.
function localName(imports, request, member) {
  const name = member.startsWith('.') ? member.slice(1) : member.slice(2, -2);
  const entry = imports.find((each) => each.request === Number(request) && each.imported === name);
  return entry === undefined ? `${namespaceName(imports, request)}${member}` : entry.local;
}

// The last thing that a namespace refused, and the words for it where the engine had to throw.
let refusal = null;

function noteRefusal(engineMessage, message) {
  refusal = { engineMessage, message };
  return false;
}

function refusalWords(message) {
  return refusal !== null && message.startsWith(refusal.engineMessage) ? refusal.message : undefined;
}

module.exports = { withPlainNames, noteRefusal, refusalWords };
