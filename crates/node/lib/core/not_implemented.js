'use strict';
// What Node has and Hexloop does not have yet. Programs often import a name that they then do not use, so the name is
// there; using it says what is missing. This is the only way to say so: errors and functions made here carry a mark, by
// which tests/compat/table.js tells them from what works when it writes docs/compatibility.md.

const { arrayMap, objectDefineProperty, objectFromEntries, symbolFor } = require('core/intrinsics');
const { each } = require('core/safe/walk');

const kNotImplemented = symbolFor('hexloop.notYet');

function markUnimplemented(object) {
  objectDefineProperty(object, kNotImplemented, { __proto__: null, value: true });
  return object;
}

function notImplemented(name) {
  const { ERR_FEATURE_UNAVAILABLE_ON_PLATFORM } = require('core/errors').codes;
  const error = new ERR_FEATURE_UNAVAILABLE_ON_PLATFORM(name);
  error.message = `${name} is not there yet in Hexloop (README.md, Limits)`;
  return markUnimplemented(error);
}

// A function, or a class, of that name that refuses.
function unimplemented(module, name) {
  return markUnimplemented({ [name]: function () { throw notImplemented(`${module}.${name}`); } }[name]);
}

function unimplementedAll(module, names) {
  return objectFromEntries(each(arrayMap(names, (name) => [name, unimplemented(module, name)])));
}

module.exports = { markUnimplemented, notImplemented, unimplemented, unimplementedAll };
