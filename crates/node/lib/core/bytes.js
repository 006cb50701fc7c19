'use strict';
// The bytes of strings, buffers and views.

const { arrayBufferStaticIsView, typedArraySet, typedArraySubarray } = require('core/intrinsics');

const viewOf = (view) => (view instanceof Uint8Array ? view : plainViewOf(view));

// Not a Buffer: its slice() would be a view of the same memory.
const plainViewOf = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

// For typed arrays, DataViews and ArrayBuffers, also shared ones; undefined for anything else.
function memoryOf(data) {
  if (arrayBufferStaticIsView(data)) return plainViewOf(data);
  return require('util/types').isAnyArrayBuffer(data) ? new Uint8Array(data) : undefined;
}

// The same, and for strings in an encoding.
function bytesOf(data, encoding) {
  if (typeof data === 'string') return require('buffer').Buffer.from(data, encoding || 'utf8');
  return arrayBufferStaticIsView(data) ? viewOf(data) : memoryOf(data);
}

// Copies bytes into a view that may have been detached or shrunk since it was passed: what does not fit is dropped.
function putBytes(view, bytes, offset = 0) {
  let target;
  try {
    target = viewOf(view);
  } catch {
    return;
  }
  if (target.length <= offset) return;
  typedArraySet(target, target.length - offset < bytes.length ? typedArraySubarray(bytes, 0, target.length - offset) : bytes, offset);
}

module.exports = { bytesOf, memoryOf, putBytes, viewOf };
