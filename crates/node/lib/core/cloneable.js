'use strict';
// How objects are cloned and transferred (core/structured_clone, postMessage).
//
// Both symbols are getters that return undefined for objects that only inherit from the prototype.
//
// [kClone]() returns a copy. [kTransfer]() returns { created, commit }: the object that replaces this one, and the function that
// transfers; it is called only when the whole message has been cloned. An object that can also be sent to another thread returns
// { parts, ports, commit } instead: what messaging/host_objects recreates it from, and the ports among that; with `descriptors` if it
// moves some, and then `abort`, which is called if the message cannot be sent, or `discard` with what was recreated already.

const { objectGetPrototypeOf, objectHasOwn } = require('core/intrinsics');
const { SafeWeakSet } = require('core/safe/collections');

const kClone = Symbol('kClone');
const kTransfer = Symbol('kTransfer');

// Objects that must not be cloned, and prototypes of classes whose instances must not.
const uncloneable = new SafeWeakSet();
const uncloneableClasses = new SafeWeakSet();
const untransferable = new SafeWeakSet();
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

function markAsUncloneable(object) {
  if (isObject(object)) uncloneable.add(object);
}

// Marks a whole class, so that creating instances costs nothing.
function markInstancesAsUncloneable(Class) {
  uncloneableClasses.add(Class.prototype);
}

// The mark of an object is not inherited, that of a class is; the prototype of a class is not an instance of it.
function isUncloneable(object) {
  if (uncloneable.has(object)) return true;
  if (objectHasOwn(object, 'constructor') && object.constructor?.prototype === object) return false;
  for (let at = objectGetPrototypeOf(object); at !== null && at !== Object.prototype; at = objectGetPrototypeOf(at)) {
    if (uncloneableClasses.has(at)) return true;
  }
  return false;
}

function markAsUntransferable(object) {
  if (isObject(object)) untransferable.add(object);
}

const isMarkedAsUntransferable = (object) => isObject(object) && untransferable.has(object);

module.exports = {
  kClone, kTransfer, isUncloneable, isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable, markInstancesAsUncloneable,
};
