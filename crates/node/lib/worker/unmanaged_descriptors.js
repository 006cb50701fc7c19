'use strict';
// `trackUnmanagedFds`: descriptors that a worker opened and left open are closed when it exits (crates/node/src/bindings/descriptors.rs keeps
// the list), or stay open.

const globals = require('globals');
const { addUnmanagedFd, isUnmanagedFd, removeUnmanagedFd } = binding('worker');

const warn = (fd, what) => globals.process.emitWarning(`File descriptor ${fd} ${what}`);

function track(fd) {
  if (!addUnmanagedFd(fd)) warn(fd, 'opened in unmanaged mode twice');
  return fd;
}

function untrack(fd) {
  removeUnmanagedFd(fd);
  return fd;
}

// The operations (fs/operations.js) that node:fs uses instead; a FileHandle is closed separately.
function ofWorker({ open, close }, areTracked) {
  const finish = areTracked ? track : untrack;
  return {
    open(path, flags, mode) {
      const { 0: call, 1: values } = open(path, flags, mode);
      return [call, values, finish];
    },
    close(fd) {
      const operation = close(fd);
      if (areTracked && !isUnmanagedFd(fd)) warn(fd, 'closed but not opened in unmanaged mode');
      return operation;
    },
  };
}

module.exports = { ofWorker };
