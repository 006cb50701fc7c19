'use strict';
// Functions of Node that Hexloop does not have yet. Programs often import a name that they then do not call, so the name is
// there; a call says what is missing.

function notYet(name) {
  const { ERR_FEATURE_UNAVAILABLE_ON_PLATFORM } = require('core/errors').codes;
  const error = new ERR_FEATURE_UNAVAILABLE_ON_PLATFORM(name);
  error.message = `${name} is not there yet in Hexloop (README.md, Limits)`;
  return error;
}

// A function, or a class, of that name that refuses.
function refusing(module, name) {
  return { [name]: function () { throw notYet(`${module}.${name}`); } }[name];
}

function refusingAll(module, names) {
  return Object.fromEntries(names.map((name) => [name, refusing(module, name)]));
}

module.exports = { notYet, refusing, refusingAll };
