'use strict';
// A temporary directory that is removed at the end of its scope.

const fs = require('fs');
const { resolve } = require('path');

function mkdtempDisposableSync(prefix, options) {
  const path = fs.mkdtempSync(prefix, options);
  const fullPath = resolve(String(path));
  const remove = () => fs.rmSync(fullPath, { force: true, recursive: true, maxRetries: 3 });
  return { path, remove, [Symbol.dispose]() { remove(); } };
}

async function mkdtempDisposable(prefix, options) {
  const path = await fs.promises.mkdtemp(prefix, options);
  const fullPath = resolve(String(path));
  const remove = async () => fs.promises.rm(fullPath, { force: true, recursive: true, maxRetries: 3 });
  return { __proto__: null, path, remove, async [Symbol.asyncDispose]() { await remove(); } };
}

module.exports = { mkdtempDisposable, mkdtempDisposableSync };
