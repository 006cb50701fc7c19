'use strict';

// util.debuglog: logs to standard error for the sections listed in NODE_DEBUG (separated by commas, * is a wildcard).

let pattern;

function isEnabled(section) {
  if (pattern === undefined) {
    const names = process.env.NODE_DEBUG;
    if (!names) {
      pattern = null;
    } else {
      const source = names.replace(/[|\\{}()[\]^$+?.]/g, '\\$&').replace(/\*/g, '.*').replace(/,/g, '$|^');
      pattern = new RegExp(`^${source}$`, 'i');
    }
  }
  return pattern !== null && pattern.test(section);
}

function warnAboutSecrets(set) {
  process.emitWarning(`Setting the NODE_DEBUG environment variable to '${set}' can expose sensitive data ` +
    '(such as passwords, tokens and authentication headers) in the resulting log.');
}

function debuglog(set, cb) {
  set = `${set}`.toUpperCase();
  let enabled;
  const test = () => {
    if (enabled !== undefined) return enabled;
    enabled = isEnabled(set);
    if (enabled && /^HTTP2?$/.test(set)) warnAboutSecrets(set.toLowerCase());
    return enabled;
  };

  const write = (...values) => {
    const { formatWithOptions } = require('inspect/format');
    const colors = process.stderr.hasColors?.() === true;
    process.stderr.write(`${set} ${process.pid}: ${formatWithOptions({ colors }, ...values)}\n`);
  };
  const noop = () => {};

  let first = true;
  const logger = (...values) => {
    if (first) {
      first = false;
      // The caller may replace its variable with the function that needs no further test.
      if (typeof cb === 'function') cb(test() ? write : noop);
    }
    if (test()) write(...values);
  };
  Object.defineProperty(logger, 'enabled', { __proto__: null, get: test, configurable: true, enumerable: true });
  return logger;
}

module.exports = { debuglog };
