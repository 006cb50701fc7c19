'use strict';
// What objects say about being copied or handed over (core/structured_clone, postMessage).
//
// [kClone]() returns a copy. [kTransfer]() returns { made, commit }: the object that will stand for this one, and the
// function that hands over; it is called only when all of the message could be cloned.

const kClone = Symbol('kClone');
const kTransfer = Symbol('kTransfer');
// True on an object, or on the prototype of a class, that must not be copied.
const kUncloneable = Symbol('kUncloneable');

const untransferable = new WeakSet();
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

function markAsUncloneable(object) {
  if (isObject(object)) Object.defineProperty(object, kUncloneable, { __proto__: null, value: true, configurable: true });
}

function markAsUntransferable(object) {
  if (isObject(object)) untransferable.add(object);
}

const isMarkedAsUntransferable = (object) => isObject(object) && untransferable.has(object);

module.exports = { kClone, kTransfer, kUncloneable, isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable };
