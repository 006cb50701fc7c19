'use strict';
const names = ['PATH', 'HOME', 'NOT_SET', 'LANG', 'USER', 'PATH', 'NOT_SET_EITHER', 'HOME'];
const started = process.hrtime();
const begun = process.cpuUsage();
process.on('calls', () => {});

exports.calls = {
  hrtime: () => process.hrtime(),
  'hrtime since': () => process.hrtime(started),
  'hrtime.bigint': () => process.hrtime.bigint(),
  uptime: () => process.uptime(),
  cwd: () => process.cwd(),
  chdir: () => process.chdir(__dirname),
  'env, read': (turn) => process.env[names[turn & 7]],
  'env, in': (turn) => names[turn & 7] in process.env,
  'env, write': (turn) => { process.env.CALLS = turn & 1 ? 'one' : 'two'; },
  'env, write and delete': () => {
    process.env.CALLS_TEMPORARY = '1';
    delete process.env.CALLS_TEMPORARY;
  },
  'env, keys': () => Object.keys(process.env),
  'env, spread': () => ({ ...process.env }),
  'argv and execArgv': () => process.argv.length + process.execArgv.length,
  'pid and ppid': () => process.pid + process.ppid,
  'platform and arch': () => process.platform + process.arch,
  'version and versions.node': () => process.version + process.versions.node,
  title: () => process.title,
  memoryUsage: () => process.memoryUsage(),
  'memoryUsage.rss': () => process.memoryUsage.rss(),
  cpuUsage: () => process.cpuUsage(),
  'cpuUsage since': () => process.cpuUsage(begun),
  resourceUsage: () => process.resourceUsage(),
  availableMemory: () => process.availableMemory(),
  constrainedMemory: () => process.constrainedMemory(),
  umask: () => process.umask(),
  getuid: () => process.getuid(),
  'kill with signal 0': () => process.kill(process.pid, 0),
  emit: (turn) => process.emit('calls', turn),
  'on and off': () => {
    const listener = () => {};
    process.on('temporary', listener);
    process.off('temporary', listener);
  },
  'exitCode, write': () => { process.exitCode = 0; },
  'stdout.isTTY': () => process.stdout.isTTY,
  getActiveResourcesInfo: () => process.getActiveResourcesInfo(),
  getBuiltinModule: (turn) => process.getBuiltinModule(turn & 1 ? 'fs' : 'node:path'),
};

const repeated = (count, schedule) => new Promise((resolve) => {
  let left = count;
  const step = () => {
    if (--left === 0) resolve();
  };
  for (let index = 0; index < count; index++) schedule(step);
});

exports.operations = {
  nextTick: () => new Promise((resolve) => process.nextTick(resolve)),
  'nextTick with 2 arguments': () => new Promise((resolve) => process.nextTick((a, b) => resolve(a + b), 1, 2)),
  '100 nextTick at once': () => repeated(100, process.nextTick),
};
