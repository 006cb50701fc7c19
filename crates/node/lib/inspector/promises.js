'use strict';
// node:inspector/promises: node:inspector, whose post() returns a promise.

const { objectAssign } = require('core/intrinsics');
const { call2 } = require('core/safe/calls');
const inspector = require('inspector');

class Session extends inspector.Session {
  constructor() { super(); }

  post(method, params, _unused) {
    return new __hexloop_promise__(() => call2(inspector.Session.prototype.post, this, method, params));
  }
}

module.exports = objectAssign({}, inspector, { Session });
