'use strict';

// util.debuglog: logs to standard error for the sections listed in NODE_DEBUG (separated by commas, * is a wildcard).

const globals = require('globals');
const { objectDefineProperty, reflectApply, regexpTest, stringToLowerCase, stringToUpperCase } = require('core/intrinsics');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
let pattern;

function isEnabled(section) {
  if (pattern === undefined) {
    const names = globals.process.env.NODE_DEBUG;
    if (!names) {
      pattern = null;
    } else {
      const source = replaceIn(replaceIn(replaceIn(names, /[|\\{}()[\]^$+?.]/g, '\\$&'), /\*/g, '.*'), /,/g, '$|^');
      pattern = new RegExp(`^${source}$`, 'i');
    }
  }
  return pattern !== null && regexpTest(pattern, section);
}

function warnAboutSecrets(set) {
  globals.process.emitWarning(`Setting the NODE_DEBUG environment variable to '${set}' can expose sensitive data ` +
    '(such as passwords, tokens and authentication headers) in the resulting log.');
}

function debuglog(set, cb) {
  set = stringToUpperCase(`${set}`);
  let enabled;
  const test = () => {
    if (enabled !== undefined) return enabled;
    enabled = isEnabled(set);
    if (enabled && regexpTest(/^HTTP2?$/, set)) warnAboutSecrets(stringToLowerCase(set));
    return enabled;
  };

  const write = (...values) => {
    const { formatWithOptions } = require('inspect/format');
    const colors = globals.process.stderr.hasColors?.() === true;
    globals.process.stderr.write(`${set} ${globals.process.pid}: ${formatWithOptions({ colors }, ...each(values))}\n`);
  };
  const noop = () => {};

  let first = true;
  const logger = (...values) => {
    if (first) {
      first = false;
      // The caller may replace its variable with the function that needs no further test.
      if (typeof cb === 'function') cb(test() ? write : noop);
    }
    if (test()) reflectApply(write, undefined, values);
  };
  objectDefineProperty(logger, 'enabled', { __proto__: null, get: test, configurable: true, enumerable: true });
  return logger;
}

module.exports = { debuglog };
