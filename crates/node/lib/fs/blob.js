'use strict';
// fs.openAsBlob: a Blob that reads the file on demand, and fails if the file was modified meanwhile.

const { promiseResolve } = require('core/safe/promises');
const { validateObject, validateString } = require('core/validate');

function openAsBlobSync(path, options) {
  validateObject(options, 'options');
  const { type = '' } = options;
  validateString(type, 'options.type');
  const { statSync } = require('fs');
  const stats = statSync(path);
  const { blobOfFile } = require('buffer/blob');
  return blobOfFile(path, stats, type);
}

// Invalid arguments and a missing file throw synchronously.
const openAsBlob = (path, options) => promiseResolve(openAsBlobSync(path, options));

module.exports = { openAsBlob, openAsBlobSync };
