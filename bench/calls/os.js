'use strict';
// Constants are read together: alone, each would take no longer than the loop around it.
const os = require('os');

exports.calls = {
  'arch, endianness, machine, platform and type': () => os.arch() + os.endianness() + os.machine() + os.platform() + os.type(),
  'release and version': () => os.release() + os.version(),
  availableParallelism: () => os.availableParallelism(),
  cpus: () => os.cpus(),
  freemem: () => os.freemem(),
  homedir: () => os.homedir(),
  hostname: () => os.hostname(),
  loadavg: () => os.loadavg(),
  networkInterfaces: () => os.networkInterfaces(),
  tmpdir: () => os.tmpdir(),
  totalmem: () => os.totalmem(),
  uptime: () => os.uptime(),
  userInfo: () => os.userInfo(),
};
