'use strict';
// The bytes of whatever holds some.

const { arrayBufferStaticIsView, typedArraySet, typedArraySubarray } = require('core/intrinsics');

const viewOf = (view) => (view instanceof Uint8Array ? view : plainViewOf(view));

// A Buffer is none: its slice() is another view of the same memory.
const plainViewOf = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

// Of a typed array, a DataView or an ArrayBuffer, shared ones too; undefined for anything else.
function memoryOf(data) {
  if (arrayBufferStaticIsView(data)) return plainViewOf(data);
  return require('util/types').isAnyArrayBuffer(data) ? new Uint8Array(data) : undefined;
}

// The same, and of a text in an encoding.
function bytesOf(data, encoding) {
  if (typeof data === 'string') return require('buffer').Buffer.from(data, encoding || 'utf8');
  return arrayBufferStaticIsView(data) ? viewOf(data) : memoryOf(data);
}

// Puts bytes that came later into a view that may have been detached or made smaller since it was given: what has no place any
// more is left out.
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
