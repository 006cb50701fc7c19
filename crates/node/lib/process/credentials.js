'use strict';
// Users and groups, by number or by name.

const { arrayMap, objectAssign } = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const native = binding('process');
const { codes } = require('core/errors');
const { validateUint32, validateArray } = require('core/validate');

function validateId(id, name) {
  if (typeof id === 'number') validateUint32(id, name);
  else if (typeof id !== 'string') throw new codes.ERR_INVALID_ARG_TYPE(name, ['number', 'string'], id);
}

// The number of an id or a name. Names contain no NUL, so one that does is unknown.
function resolve(id, lookUp, kind) {
  if (typeof id === 'number') return id;
  const number = isIn(id, '\0') ? -1 : lookUp(id);
  if (number === -1) throw new codes.ERR_UNKNOWN_CREDENTIAL(kind, id);
  return number;
}

const userNumber = (id) => resolve(id, native.userId, 'User');
const groupNumber = (id) => resolve(id, native.groupId, 'Group');

// These errors have the system's own message and number, as in C.
function throwIfError(errno, syscall) {
  if (errno >= 0) return;
  const code = require('core/system_errors').systemErrorName(errno);
  throw objectAssign(new Error(`${code}, ${native.strerror(-errno)}`), { errno: -errno, code, syscall });
}

function makeSetter(name, numberOf) {
  return (id) => {
    validateId(id, 'id');
    throwIfError(native[name](numberOf(id)), name);
  };
}

function setgroups(groups) {
  validateArray(groups, 'groups');
  for (let i = 0; i < groups.length; i++) validateId(groups[i], `groups[${i}]`);
  throwIfError(native.setgroups(arrayMap(groups, groupNumber)), 'setgroups');
}

function initgroups(user, extraGroup) {
  validateId(user, 'user');
  validateId(extraGroup, 'extraGroup');
  const name = typeof user === 'number' ? native.userName(user) : user;
  if (name === undefined || isIn(name, '\0')) throw new codes.ERR_UNKNOWN_CREDENTIAL('User', user);
  throwIfError(native.initgroups(name, groupNumber(extraGroup)), 'initgroups');
}

module.exports = {
  getuid: native.getuid,
  geteuid: native.geteuid,
  getgid: native.getgid,
  getegid: native.getegid,
  getgroups: native.getgroups,
  setuid: makeSetter('setuid', userNumber),
  seteuid: makeSetter('seteuid', userNumber),
  setgid: makeSetter('setgid', groupNumber),
  setegid: makeSetter('setegid', groupNumber),
  setgroups,
  initgroups,
};
