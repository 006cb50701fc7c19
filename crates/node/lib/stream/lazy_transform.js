'use strict';
// A Transform that becomes one when it is first used as a stream: most hashes never are.

const { objectDefineProperty, objectSetPrototypeOf } = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const Transform = require('stream/transform');

module.exports = LazyTransform;

function LazyTransform(options) {
  this._options = options;
}
objectSetPrototypeOf(LazyTransform.prototype, Transform.prototype);
objectSetPrototypeOf(LazyTransform, Transform);

for (const name of each(['_readableState', '_writableState'])) {
  objectDefineProperty(LazyTransform.prototype, name, {
    __proto__: null,
    get() {
      call1(Transform, this, this._options);
      this._writableState.decodeStrings = false;
      return this[name];
    },
    set(value) {
      objectDefineProperty(this, name, { __proto__: null, value, enumerable: true, configurable: true, writable: true });
    },
    configurable: true,
    enumerable: true,
  });
}
