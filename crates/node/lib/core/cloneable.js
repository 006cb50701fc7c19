'use strict';
// What objects say about being copied or handed over (core/structured_clone, postMessage).
//
// Both are getters that answer undefined to what only looks like one (an object made from a prototype).
//
// [kClone]() returns a copy. [kTransfer]() returns { made, commit }: the object that will stand for this one, and the
// function that hands over; it is called only when all of the message could be cloned. An object that can also go to another
// thread returns { parts, ports, commit } instead: what messaging/host_objects makes it from there, and the ports among that.

const { objectGetPrototypeOf, objectHasOwn } = require('core/intrinsics');
const { SafeWeakSet } = require('core/safe/collections');

const kClone = Symbol('kClone');
const kTransfer = Symbol('kTransfer');

// Objects that must not be copied, and the prototypes of classes whose objects must not.
const uncloneable = new SafeWeakSet();
const uncloneableClasses = new SafeWeakSet();
const untransferable = new SafeWeakSet();
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

function markAsUncloneable(object) {
  if (isObject(object)) uncloneable.add(object);
}

// For the whole of a class, so that making an object of it costs nothing.
function markInstancesAsUncloneable(Class) {
  uncloneableClasses.add(Class.prototype);
}

// The mark of an object is not inherited by those that are made from it, that of a class is; the prototype of a class is no
// object of it.
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
