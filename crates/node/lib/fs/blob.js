'use strict';
// fs.openAsBlob: a Blob that reads the file when it is read, and fails if the file has changed by then.

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

// A bad argument, or a file that is not there, throws here and now.
const openAsBlob = (path, options) => Promise.resolve(openAsBlobSync(path, options));

module.exports = { openAsBlob, openAsBlobSync };
