'use strict';
// fs.openAsBlob: a Blob that reads the file when it is read, and fails if the file has changed by then.

const { validateObject, validateString } = require('core/validate');

function openAsBlob(path, options) {
  validateObject(options, 'options');
  const { type = '' } = options;
  validateString(type, 'options.type');
  const { statSync } = require('fs');
  const stats = statSync(path);
  const { blobOfFile } = require('buffer/blob');
  return Promise.resolve(blobOfFile(path, stats, type));
}

module.exports = { openAsBlob };
