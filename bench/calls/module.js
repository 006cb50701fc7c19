'use strict';
const module_ = require('module');
const path = require('path');
const { pathToFileURL } = require('url');

const { createRequire, isBuiltin } = module_;
const file = path.join(__dirname, 'fixtures', 'small.js');
const address = pathToFileURL(file).href;
const requireHere = createRequire(__filename);
const builtins = ['fs', 'path', 'node:http', 'express', 'url', './own.js', 'node:test', 'os'];
const typed = 'const value: number = 1; function add(a: number, b: number): number { return a + b; }';
require(file);
require('./fixtures/small.json');

exports.calls = {
  'require of a built-in module': () => require('fs'),
  'require of a built-in module, node:': () => require('node:path'),
  'require of a loaded file': () => require('./fixtures/small.js'),
  'require of a loaded file, absolute': () => require(file),
  'require of a loaded JSON file': () => require('./fixtures/small.json'),
  'require.resolve of a file': () => require.resolve('./fixtures/small.js'),
  'require.resolve of a built-in module': () => require.resolve('fs'),
  'require.cache': () => require.cache[file],
  createRequire: () => createRequire(__filename),
  'call of a created require': () => requireHere('./fixtures/small.js'),
  isBuiltin: (turn) => isBuiltin(builtins[turn & 7]),
  'createRequire of a URL and resolve': () => createRequire(address).resolve('./small.js'),
  findPackageJSON: () => module_.findPackageJSON('.', __filename),
  stripTypeScriptTypes: () => module_.stripTypeScriptTypes(typed),
  'require of a file, loaded again': () => {
    delete require.cache[file];
    return require(file);
  },
  'require that throws': () => {
    try {
      return require('./fixtures/missing.js');
    } catch (error) {
      return error.code;
    }
  },
};

exports.operations = {
  'import() of a built-in module': () => import('node:fs'),
  'import() of a loaded file': () => import('./fixtures/small.js'),
  'import() of a loaded URL': () => import(address),
};
