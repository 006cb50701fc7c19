'use strict';
// Module namespace objects: `import * as ns`, and the result of import().
//
// The properties of a namespace are writable, enumerable data properties that cannot be changed or deleted, and reading one in its
// temporal dead zone throws. No ordinary object behaves like that, so it is a proxy, over a target with the same names: a proxy may
// not report a property as non-configurable unless the target's is. The target's values are never read: a writable property may
// have another value in the proxy.
//
// The linker turns `ns.name` with a constant name into a read of the environment; all other accesses come here.

const {
  classReferenceError: ReferenceError, objectDefineProperty, objectIs, objectSeal, reflectGetOwnPropertyDescriptor,
} = require('core/intrinsics');
const { SafeSet, SafeWeakSet } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { exportedNames } = require('module/esm/exports');
const { recordRefusal } = require('module/esm/messages');

const namespaces = new SafeWeakSet();
binding('modules').recognizeNamespaces((value) => namespaces.has(value));

const TAG = Symbol.toStringTag;

class NamespaceTraps {
  constructor(record, names) {
    this.record = record;
    this.names = names;
  }

  get(target, key) {
    if (!this.names.has(key)) return key === TAG ? 'Module' : undefined;
    return this.record.env[key];
  }

  has(target, key) {
    return this.names.has(key) || key === TAG;
  }

  getOwnPropertyDescriptor(target, key) {
    if (!this.names.has(key)) return reflectGetOwnPropertyDescriptor(target, key);
    return { __proto__: null, value: this.descriptorValue(key), writable: true, enumerable: true, configurable: false };
  }

  // V8's message for the temporal dead zone differs here from that of a read.
  descriptorValue(key) {
    try {
      return this.record.env[key];
    } catch {
      throw new ReferenceError(`${key} is not defined`);
    }
  }

  defineProperty(target, key, desired) {
    const now = this.getOwnPropertyDescriptor(target, key);
    return (now !== undefined && matchesDescriptor(now, desired)) ||
      recordRefusal("Proxy's 'defineProperty' trap returned falsy value", `Cannot redefine property: ${String(key)}`);
  }

  set(target, key) {
    return recordRefusal("Proxy object's 'set' trap returned falsy value", `Cannot assign to property '${String(key)}' of [object Module]`);
  }

  deleteProperty(target, key) {
    return !this.has(target, key) ||
      recordRefusal('Unable to delete property', `Cannot delete property '${String(key)}' of [object Module]`);
  }

  setPrototypeOf(target, prototype) {
    return prototype === null || recordRefusal("Proxy 'setPrototypeOf' returned false", '[object Module] is not extensible');
  }
}

// Whether a descriptor already matches the desired one.
function matchesDescriptor(now, desired) {
  if ('get' in desired || 'set' in desired) return false;
  for (const flag of each(['writable', 'enumerable', 'configurable'])) {
    if (flag in desired && desired[flag] !== now[flag]) return false;
  }
  return !('value' in desired) || objectIs(desired.value, now.value);
}

function makeNamespace(record) {
  const names = exportedNames(record);
  const target = { __proto__: null };
  for (const name of each(names)) target[name] = undefined;
  objectDefineProperty(target, TAG, { __proto__: null, value: 'Module' });
  const namespace = new Proxy(objectSeal(target), new NamespaceTraps(record, new SafeSet(names)));
  namespaces.add(namespace);
  return namespace;
}

// The namespace of a record, always the same object.
function namespaceOf(record) {
  return record.namespace ??= makeNamespace(record);
}

module.exports = { namespaceOf };
