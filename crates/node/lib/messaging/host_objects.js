'use strict';
// Built-in objects that can be sent to another thread: the values they are serialized to.

/** Whether it is a FileHandle, which must be in the transfer list. */
function isFile(value) {
  return isInstance(value, 'fs/file_handle', 'FileHandle');
}

// There are no instances of a class whose file is not loaded.
const { arrayReverse, arraySlice, objectDefineProperty, reflectApply } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const isInstance = (value, file, name) => require.has(file) && value instanceof require(file)[name];

function pack(value) {
  const { DOMException, QuotaExceededError } = require('core/dom_exception');
  if (value instanceof QuotaExceededError) return ['quota', value.message, value.quota, value.requested];
  if (value instanceof DOMException) return ['exception', value.message, value.name, value.stack];
  const { Blob } = require('buffer/blob');
  if (value instanceof Blob) return require('buffer/blob').serialize(value);
  if (isFile(value)) return ['handle', value.fd];
  if (isInstance(value, 'net/block_list', 'BlockList')) return ['blocks', value.rules];
  if (isInstance(value, 'net/socket_address', 'SocketAddress')) return ['address', value.toJSON()];
  if (require.has('perf_hooks/histogram')) return require('perf_hooks/histogram').packed(value);
  throw require('core/structured_clone').dataCloneError(`${value.constructor?.name ?? 'Object'} cannot go to another thread in Hexloop`);
}

const UNPACK = {
  __proto__: null,
  quota(message, quota, requested) {
    const { QuotaExceededError } = require('core/dom_exception');
    return new QuotaExceededError(message, { ...(quota !== null && { quota }), ...(requested !== null && { requested }) });
  },
  exception(message, name, stack) {
    const { DOMException } = require('core/dom_exception');
    const created = new DOMException(message, name);
    objectDefineProperty(created, 'stack', { __proto__: null, value: stack, writable: true, configurable: true });
    return created;
  },
  blob: (type, ...pieces) => new (require('buffer/blob').Blob)(pieces, { type }),
  file: (type, name, lastModified, ...pieces) => new (require('buffer/file').File)(pieces, name, { type, lastModified }),
  handle: (fd) => require('fs/file_handle').createHandle(fd),
  socket: (fd, options) => require('net/transfer').receiveSocket(fd, options),
  server: (fd, options) => require('net/transfer').receiveServer(fd, options),
  blocks(rules) {
    const list = new (require('net/block_list').BlockList)();
    list.fromJSON(arrayReverse(arraySlice(rules)));
    return list;
  },
  address: (options) => new (require('net/socket_address').SocketAddress)(options),
  histogram: (...parts) => require('perf_hooks/histogram').arrived(...each(parts)),
  readable: (port) => require('web_streams/transfer').receiveReadable(port),
  writable: (port) => require('web_streams/transfer').receiveWritable(port),
  transform: (...ports) => require('web_streams/transfer').receiveTransform(...each(ports)),
  signal: (...parts) => require('util/transferable_abort').receive(...each(parts)),
};

const unpack = (list) => reflectApply(UNPACK[list[0]], undefined, arraySlice(list, 1));

module.exports = { isFile, pack, unpack };
