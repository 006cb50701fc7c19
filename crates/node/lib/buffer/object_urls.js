'use strict';
// URL.createObjectURL: Blobs by URL, until they are revoked.

const { codes } = require('core/errors');
const { isBlob } = require('buffer/blob');

const PREFIX = 'blob:nodedata:';
const blobs = new Map();

function createObjectURL(blob) {
  if (!isBlob(blob)) throw new codes.ERR_INVALID_ARG_TYPE('obj', 'Blob', blob);
  const id = require('crypto').randomUUID();
  blobs.set(id, blob);
  return PREFIX + id;
}

function revokeObjectURL(url) {
  url = `${url}`;
  if (url.startsWith(PREFIX)) blobs.delete(url.slice(PREFIX.length));
}

function resolveObjectURL(url) {
  url = `${url}`;
  const blob = url.startsWith(PREFIX) ? blobs.get(url.slice(PREFIX.length)) : undefined;
  // A new Blob, independent of the registered one.
  return blob?.slice(0, blob.size, blob.type);
}

module.exports = { createObjectURL, resolveObjectURL, revokeObjectURL };
