'use strict';
// What objects say about being copied or handed over (core/structured_clone, postMessage).
//
// [kClone]() returns a copy; where it is not a function (an object that only has the prototype), its properties are copied. [kTransfer]() returns { made, commit }: the object that will stand for this one, and the
// function that hands over; it is called only when all of the message could be cloned.

const kClone = Symbol('kClone');
const kTransfer = Symbol('kTransfer');

// Objects, and the prototypes of classes, that must not be copied.
const uncloneable = new WeakSet();
const untransferable = new WeakSet();
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

function markAsUncloneable(object) {
  if (isObject(object)) uncloneable.add(object);
}

function isUncloneable(object) {
  for (let at = object; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    if (uncloneable.has(at)) return true;
  }
  return false;
}

function markAsUntransferable(object) {
  if (isObject(object)) untransferable.add(object);
}

const isMarkedAsUntransferable = (object) => isObject(object) && untransferable.has(object);

module.exports = { kClone, kTransfer, isUncloneable, isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable };
