'use strict';
// The error for a name that a module does not export: V8's message and code frame, Node's advice for CommonJS, and a last line that
// names both files and the export that was probably meant.

const { arrayFind, arrayFindIndex, arrayJoin, objectDefineProperty, regexpExec, stringSplit } = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { codeFrame: frame, suggestName } = binding('modules');
const { resolveExport, exportedNames, AMBIGUOUS } = require('module/esm/exports');

function linkError(root, importer, fault) {
  const { record, entry, isCycle } = findFault(importer, fault);
  const { specifier } = record.requests[entry.request];
  const target = record.requested[entry.request];
  const name = entry.imported;
  const codeFrame = frame(record.handle, entry.line, entry.column, entry.length);
  let message;
  let hint = '';
  if (isCycle) {
    message = `Detected cycle while resolving name '${name}' in '${specifier}'`;
  } else if (resolveExport(target, name) === AMBIGUOUS) {
    message = `The requested module '${specifier}' contains conflicting star exports for name '${name}'`;
  } else {
    message = isCommonJs(root, specifier) ?
      commonJsMessage(codeFrame, specifier, name) :
      `The requested module '${specifier}' does not provide an export named '${name}'`;
    hint = `\n${hintFor(record, target, name)}`;
  }
  const error = new SyntaxError(message);
  const stack = `${codeFrame}\nSyntaxError: ${message}${hint}`;
  objectDefineProperty(error, 'stack', { __proto__: null, value: stack, writable: true, configurable: true });
  // Set by the engine, for the line above.
  for (const name of each(['line', 'column', 'sourceURL'])) delete error[name];
  return error;
}

// A re-exported name is missing where it was re-exported last.
function findFault(importer, fault) {
  let at = { record: importer, entry: fault, isCycle: false };
  const seen = new SafeMap();
  const visit = (record, name) => {
    const names = seen.get(record) ?? new SafeSet();
    seen.set(record, names);
    if (names.has(name)) return false;
    names.add(name);
    return true;
  };
  if (fault.exported !== undefined) visit(importer, fault.exported);
  for (;;) {
    const target = at.record.requested[at.entry.request];
    const { imported } = at.entry;
    const next = target.indirectExports && arrayFind(target.indirectExports, ({ exported }) => exported === imported);
    if (next === undefined || next.imported === null) return at;
    if (!visit(target, imported)) return { ...at, isCycle: true };
    at = { record: target, entry: next, isCycle: false };
  }
}

// Node searches the requests of the root module, whichever module has the error.
function isCommonJs(root, specifier) {
  const index = arrayFindIndex(root.requests, (request) => request.specifier === specifier);
  return index !== -1 && root.requested[index].isCommonJs;
}

function commonJsMessage(codeFrame, specifier, name) {
  const names = regexpExec(/{.*}/, stringSplit(codeFrame, '\n', 2)[1]);
  const destructured = names === null ? '' : `const ${replaceIn(names[0], /\s+as\s+/g, ': ')} = pkg;\n`;
  return `Named export '${name}' not found. The requested module '${specifier}' is a CommonJS module, which may not ` +
    'support all module.exports as named exports.\nCommonJS modules can always be imported via the default export, ' +
    `for example using:\n\nimport pkg from '${specifier}';\n${destructured}`;
}

function hintFor(importer, target, name) {
  const names = exportedNames(target);
  const suggestion = suggestName(name, arrayJoin(names, '\n'));
  const advice = suggestion !== undefined ? `did you mean '${suggestion}'?` :
    names.length === 0 ? 'it exports nothing.' : `it exports ${listOf(names)}.`;
  return `(${importer.url} imports '${name}' from ${target.url}: ${advice})`;
}

const SHOWN = 8;

function listOf(names) {
  const shown = arrayJoin(sliceOf(names, 0, SHOWN), ', ');
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown;
}

module.exports = { linkError };
