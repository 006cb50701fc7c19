'use strict';
// What Node has and Hexloop does not have yet. Programs often import a name without using it, so the name exists and throws when it
// is used. All errors and functions of this kind are made here and carry a mark, by which tests/compat/table.js recognizes them
// when it writes docs/compatibility.md.

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

// A function or class of that name that throws.
function unimplemented(module, name) {
  return markUnimplemented({ [name]: function () { throw notImplemented(`${module}.${name}`); } }[name]);
}

function unimplementedAll(module, names) {
  return objectFromEntries(each(arrayMap(names, (name) => [name, unimplemented(module, name)])));
}

module.exports = { markUnimplemented, notImplemented, unimplemented, unimplementedAll };
