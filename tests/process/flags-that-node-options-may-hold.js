'use strict';
const flags = process.allowedNodeEnvironmentFlags;
for (const flag of ['--perf_basic_prof', 'perf_basic-prof', '-r', 'r', '--stack-trace-limit=100', '--title', '--r', '-R',
  '---title', '--TITLE', '--eval', '--cheeseburgers', 1]) console.log(flag, flags.has(flag));
const { size } = flags;
flags.add('--x').add('--y');
Set.prototype.add.call(flags, '--x');
console.log(Object.isFrozen(flags), flags.size === size, flags.has('--x'), flags instanceof Set);
