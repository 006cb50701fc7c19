'use strict';
// fs.Dirent: a name, the path of its parent, and a type.

const { arrayForEach, arrayPush, objectDefineProperty } = require('core/intrinsics');
const kType = Symbol('type');
const KINDS = ['isFile', 'isDirectory', 'isSymbolicLink', 'isFIFO', 'isSocket', 'isCharacterDevice', 'isBlockDevice'];

class Dirent {
  constructor(name, type, path) {
    this.name = name;
    this.parentPath = path;
    this[kType] = type;
  }
}

arrayForEach(KINDS, (kind, index) => {
  objectDefineProperty(Dirent.prototype, kind, {
    __proto__: null, writable: true, configurable: true, value: { [kind]() { return this[kType] === index + 1; } }[kind],
  });
});

// From the array that Rust returns: name, type, name, type, …
function fromFlat(flat, directory, name) {
  const entries = [];
  for (let at = 0; at < flat.length; at += 2) arrayPush(entries, new Dirent(name(flat[at]), Number(flat[at + 1]), directory));
  return entries;
}

module.exports = { Dirent, fromFlat };
