'use strict';
// Module namespace objects: `import * as ns`, and what import() gives.
//
// A namespace's properties read as writable, enumerable data that cannot be changed or removed, and reading one in its dead
// zone throws. No ordinary object is like that, so it is a proxy, over a target that has the same names: a proxy may not
// say of a property that it cannot be removed unless its target's cannot. The target's values are never looked at: a writable
// property may have another value in the proxy.
//
// The linker turns `ns.name` with a constant name into a read of the environment; what comes here is the rest.

const { objectDefineProperty, objectIs, objectSeal, reflectGetOwnPropertyDescriptor } = require('core/intrinsics');
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
    return { value: this.descriptorValue(key), writable: true, enumerable: true, configurable: false };
  }

  // V8 has other words for the dead zone here than where the property is read.
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

// Whether a descriptor already has all that is asked for.
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

// The namespace of a record, always the same.
function namespaceOf(record) {
  return record.namespace ??= makeNamespace(record);
}

module.exports = { namespaceOf };
