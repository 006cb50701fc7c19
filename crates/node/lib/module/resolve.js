'use strict';
// Where a request leads, for CommonJS: relative and absolute paths, folders with a main, node_modules.
// (package.json exports and imports, conditions and the rest are issue 3.)

const { stat, realpath, readText, resolvePath } = binding('module');
const { dirname, isRelative } = require('module/cjs');

function resolveFilename(Module, request, parent, options) {
  const found = Module._findPath(request, lookupPaths(Module, request, parent, options));
  if (found !== false) return found;
  const stack = [];
  for (let at = parent; at; at = at.parent) stack.push(at.filename || at.id);
  let message = `Cannot find module '${request}'`;
  if (isNotYetBuilt(request)) message += `: Node has it built in, Hexloop does not yet`;
  if (stack.length > 0) message += `\nRequire stack:\n- ${stack.join('\n- ')}`;
  const error = new Error(message);
  error.code = 'MODULE_NOT_FOUND';
  error.requireStack = stack;
  throw error;
}

// What Node 26 has built in and we do not: a program should hear that, not that the name is unknown.
const NODE_HAS = [
  'child_process', 'cluster', 'dgram', 'dns', 'dns/promises', 'domain',
  'http', 'http2', 'https', 'inspector', 'inspector/promises', 'readline',
  'readline/promises', 'repl', 'sea', 'sqlite', 'stream', 'stream/consumers', 'stream/promises', 'stream/web',
  'test', 'test/reporters', 'tls', 'trace_events', 'v8', 'vm', 'wasi',
  'worker_threads', 'zlib',
];

function isNotYetBuilt(request) {
  return NODE_HAS.includes(request.startsWith('node:') ? request.slice(5) : request);
}

function lookupPaths(Module, request, parent, options) {
  if (request.startsWith('/')) return [''];
  const from = parent?.filename ? dirname(parent.filename) : resolvePath('', '.');
  const bases = Array.isArray(options?.paths) ? options.paths : [from];
  if (isRelative(request)) return bases;
  return bases.flatMap((base) => (base === from && parent?.paths?.length ? parent.paths : Module._nodeModulePaths(base)));
}

function nodeModulePaths(from) {
  const paths = [];
  for (let at = resolvePath('', from); ; at = dirname(at)) {
    if (!at.endsWith('/node_modules')) paths.push(at === '/' ? '/node_modules' : `${at}/node_modules`);
    if (at === '/') return paths;
  }
}

// stat answers 0 for a file, 1 for a folder, -1 for neither.
function findPath(Module, request, paths) {
  const asFolder = /(?:^|\/)\.{0,2}$/.test(request) || request.endsWith('/');
  for (const base of paths) {
    if (base !== '' && stat(base) !== 1) continue;
    const target = resolvePath(base, request);
    const found = (asFolder ? false : asFile(Module, target)) || asDirectory(Module, target);
    if (found) return realpath(found);
  }
  return false;
}

function asFile(Module, target) {
  if (stat(target) === 0) return target;
  for (const extension of Object.keys(Module._extensions)) {
    if (extension === '.mjs') continue;
    if (stat(target + extension) === 0) return target + extension;
  }
  return false;
}

function asDirectory(Module, target) {
  if (stat(target) !== 1) return false;
  const main = mainOf(target);
  if (main) {
    const path = resolvePath(target, main);
    const found = asFile(Module, path) || (stat(path) === 1 && asFile(Module, `${path}/index`));
    if (found) return found;
  }
  const index = asFile(Module, `${target}/index`);
  if (index === false && main) throw missingMain(target, main);
  return index;
}

function missingMain(folder, main) {
  const error = new Error(`Cannot find module '${resolvePath(folder, main)}'. Please verify that the package.json has a valid "main" entry`);
  error.code = 'MODULE_NOT_FOUND';
  error.path = `${folder}/package.json`;
  error.requestPath = folder;
  return error;
}

function mainOf(folder) {
  const file = `${folder}/package.json`;
  if (stat(file) !== 0) return undefined;
  try {
    return JSON.parse(readText(file)).main;
  } catch (error) {
    const { ERR_INVALID_PACKAGE_CONFIG } = require('core/errors').codes;
    throw new ERR_INVALID_PACKAGE_CONFIG(file, undefined, error.message);
  }
}

module.exports = { resolveFilename, findPath, nodeModulePaths, isNotYetBuilt };
