'use strict';
// truncate: open, ftruncate, close.

const fs = require('fs');

async function truncate(path, length = 0) {
  const handle = await require('fs/promises').open(path, 'r+');
  try {
    await handle.truncate(length);
  } finally {
    await handle.close();
  }
}

function truncateSync(path, length = 0) {
  const fd = fs.openSync(path, 'r+');
  try {
    fs.ftruncateSync(fd, length);
  } finally {
    fs.closeSync(fd);
  }
}

module.exports = { truncate, truncateSync };
