'use strict';
// `trackUnmanagedFds`: what a worker opened by number and left open is closed when it ends (crates/node/src/worker.rs keeps the list).

const { noteOpened, noteClosed } = binding('worker');

const warn = (fd, what) => process.emitWarning(`File descriptor ${fd} ${what}`);

function opened(fd) {
  if (!noteOpened(fd)) warn(fd, 'opened in unmanaged mode twice');
  return fd;
}

function closing(fd) {
  if (!noteClosed(fd)) warn(fd, 'closed but not opened in unmanaged mode');
}

// The operations (fs/operations.js) that node:fs has in place of its own; a FileHandle is closed by its own means.
function following({ open, close }) {
  return {
    open(path, flags, mode) {
      const [call, values] = open(path, flags, mode);
      return [call, values, opened];
    },
    close(fd) {
      const operation = close(fd);
      closing(fd);
      return operation;
    },
  };
}

module.exports = { following };
