'use strict';
// Labels of thread pool jobs: `fs.stat /etc/hosts`. The native functions that take a request id are replaced by ones that leave a label for
// Rust, which reads it when the job is submitted.

const log = require('trace/log');

const { cells, REQUEST, JOB_LABEL } = log;

// Public names of native functions with other names.
const FILES = {
  __proto__: null, readdirBatch: 'Dir.read', closedir: 'Dir.close', mkdirRecursive: 'mkdir', rmRecursive: 'rm',
  readInto: 'read', readdirTypes: 'readdir', statNoThrow: 'stat', isAccessible: 'exists',
};

const NAMES = {
  __proto__: null,
  fs: (name) => `fs.${FILES[name] ?? name}`,
  crypto: (name) => `crypto.${name}`,
  zlib: (name) => (name === 'write' ? 'zlib' : undefined),
  net: (name) => ({ __proto__: null, lookup: 'dns.lookup', lookupService: 'dns.lookupService' })[name],
};

// A program may use any number of files; after this many labels their names are omitted.
const MAX_NAMED = 5000;
const MAX_LENGTH = 100;
let named = 0;
const seen = new Set();

// The subject of the call: a file, a host. Hashed data is omitted.
function labelOf(call, values) {
  const about = call.startsWith('crypto.') ? undefined : values.find((value) => typeof value === 'string');
  if (about === undefined || about === '') return log.label(call);
  const text = `${call} ${about.length > MAX_LENGTH ? `…${about.slice(-MAX_LENGTH)}` : about}`;
  if (!seen.has(text)) {
    if (named === MAX_NAMED) return log.label(call);
    named++;
    seen.add(text);
  }
  return log.label(text);
}

function watchJobs() {
  for (const [name, callOf] of Object.entries(NAMES)) {
    const natives = binding(name);
    for (const key of Object.keys(natives)) {
      const native = natives[key];
      const call = typeof native === 'function' ? callOf(key) : undefined;
      if (call === undefined) continue;
      natives[key] = function (...values) {
        // The id of a request that was registered for this call.
        if (typeof values[0] === 'number' && cells[REQUEST] !== 0 && log.isOn()) cells[JOB_LABEL] = labelOf(call, values) + 1;
        return Reflect.apply(native, this, values);
      };
    }
  }
}

module.exports = { watchJobs };
