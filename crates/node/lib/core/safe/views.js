'use strict';
// The classes of typed arrays, even if a program has replaced the globals or TypedArray.prototype[Symbol.toStringTag].

const intrinsics = require('core/intrinsics');
const { call0 } = require('core/safe/calls');

const nameOf = intrinsics.take('typedArray', Symbol.toStringTag, 'get', '[Symbol.toStringTag]');

const dataViewBuffer = intrinsics.take('dataView', 'buffer', 'get');

// By its name; DataView, too.
const viewClass = (name) => (name === 'DataView' ? DataView : intrinsics[`class${name}`]);
// Its ArrayBuffer.
const bufferOf = (view) => (call0(nameOf, view) === undefined ? call0(dataViewBuffer, view) : intrinsics.typedArrayBuffer(view));
const viewClassOf = (view) => viewClass(call0(nameOf, view) ?? 'DataView');

module.exports = { bufferOf, viewClass, viewClassOf };
