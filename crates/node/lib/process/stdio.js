'use strict';
// process.stdin, process.stdout and process.stderr: made when first read, and the same ever after.

const DESCRIPTORS = { stdin: 0, stdout: 1, stderr: 2 };
const streams = { __proto__: null };

function open(name) {
  return streams[name] ??= make(DESCRIPTORS[name]);
}

function make(fd) {
  if (fd === 0) return require('process/input').createInput(fd);
  const stream = require('process/output').createOutput(fd);
  require('console/log').adopt(fd, stream);
  return stream;
}

// Those that have been made.
const opened = () => Object.values(streams);

module.exports = { open, opened };
