'use strict';
// node:child_process: not there yet. The names are, so that what imports them and starts no process runs.

module.exports = require('core/not_yet').refusingAll('child_process',
  ['ChildProcess', 'exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']);
