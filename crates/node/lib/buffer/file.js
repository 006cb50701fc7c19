'use strict';
// File: a Blob with a name and a modification date.

const { dateStaticNow, objectDefineProperty, stringToWellFormed, symbolFor } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { kClone } = require('core/cloneable');
const { Blob, inspectAs } = require('buffer/blob');

const customInspect = symbolFor('nodejs.util.inspect.custom');

class File extends Blob {
  #name;
  #lastModified;

  constructor(fileBits, fileName, options = {}) {
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('fileBits', 'fileName');
    super(fileBits, options);
    const { lastModified } = options ?? {};
    this.#name = stringToWellFormed(`${fileName}`);
    this.#lastModified = lastModified === undefined ? dateStaticNow() : +lastModified || 0;
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#name in value)) throw new codes.ERR_INVALID_THIS('File');
    return value;
  }

  get name() {
    return File.#check(this).#name;
  }

  get lastModified() {
    return File.#check(this).#lastModified;
  }

  [customInspect](depth, options) {
    const { size, type, name, lastModified } = File.#check(this);
    return inspectAs('File', { size, type, name, lastModified }, depth, options);
  }

  get [kClone]() {
    return #name in this ? copyOfFile : undefined;
  }
}

function copyOfFile() {
  const { type, name, lastModified } = this;
  return new File([this], name, { type, lastModified });
}

for (const name of each(['name', 'lastModified'])) {
  objectDefineProperty(File.prototype, name, { __proto__: null, enumerable: true });
}
objectDefineProperty(File.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'File' });

module.exports = { File };
