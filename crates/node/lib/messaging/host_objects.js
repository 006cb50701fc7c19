'use strict';
// Objects of our own that can go to another thread: what they are made of there.

/** Whether it is a FileHandle, which goes only where it is listed. */
function isFile(value) {
  return require.has('fs/file_handle') && value instanceof require('fs/file_handle').FileHandle;
}

function pack(value) {
  const { DOMException, QuotaExceededError } = require('core/dom_exception');
  if (value instanceof QuotaExceededError) return ['quota', value.message, value.quota, value.requested];
  if (value instanceof DOMException) return ['exception', value.message, value.name, value.stack];
  const { Blob } = require('buffer/blob');
  if (value instanceof Blob) return require('buffer/blob').packed(value);
  if (isFile(value)) return ['handle', value.fd];
  throw require('core/structured_clone').refuse(`${value.constructor?.name ?? 'Object'} cannot go to another thread in Hexloop`);
}

const UNPACK = {
  __proto__: null,
  quota(message, quota, requested) {
    const { QuotaExceededError } = require('core/dom_exception');
    return new QuotaExceededError(message, { ...(quota !== null && { quota }), ...(requested !== null && { requested }) });
  },
  exception(message, name, stack) {
    const { DOMException } = require('core/dom_exception');
    const made = new DOMException(message, name);
    Object.defineProperty(made, 'stack', { __proto__: null, value: stack, writable: true, configurable: true });
    return made;
  },
  blob: (type, ...pieces) => new (require('buffer/blob').Blob)(pieces, { type }),
  file: (type, name, lastModified, ...pieces) => new (require('buffer/file').File)(pieces, name, { type, lastModified }),
  handle: (fd) => require('fs/file_handle').handleOver(fd),
};

const unpack = ([kind, ...parts]) => UNPACK[kind](...parts);

module.exports = { isFile, pack, unpack };
