'use strict';
// URL.createObjectURL: Blobs by URL, until they are revoked.

const { SafeMap } = require('core/safe/collections');
const { stringStartsWith } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { codes } = require('core/errors');
const { isBlob } = require('buffer/blob');

const PREFIX = 'blob:nodedata:';
const blobs = new SafeMap();

function createObjectURL(blob) {
  if (!isBlob(blob)) throw new codes.ERR_INVALID_ARG_TYPE('obj', 'Blob', blob);
  const id = require('crypto').randomUUID();
  blobs.set(id, blob);
  return PREFIX + id;
}

function revokeObjectURL(url) {
  url = `${url}`;
  if (stringStartsWith(url, PREFIX)) blobs.delete(sliceOf(url, PREFIX.length));
}

function resolveObjectURL(url) {
  url = `${url}`;
  const blob = stringStartsWith(url, PREFIX) ? blobs.get(sliceOf(url, PREFIX.length)) : undefined;
  // A new Blob, independent of the registered one.
  return blob?.slice(0, blob.size, blob.type);
}

module.exports = { createObjectURL, resolveObjectURL, revokeObjectURL };
