'use strict';
// The forms that wait.
const cp = require('child_process');

function shown(result) {
  const { error, pid, output, ...rest } = result;
  return { ...rest, output: output?.map((bytes) => bytes && String(bytes)), isStarted: pid > 0, error: error?.message };
}

console.log(shown(cp.spawnSync('sh', ['-c', 'cat; echo err >&2; exit 3'], { input: 'from here\n' })));
console.log(shown(cp.spawnSync('sh', ['-c', 'cat'], { input: new Uint16Array([0x4141, 0x4242]) })));
console.log(shown(cp.spawnSync('cat', [], { input: 'x'.repeat(1e6), maxBuffer: Infinity, encoding: 'utf8' })).stdout.length);
console.log(shown(cp.spawnSync('true', [], { input: 'nobody reads it'.repeat(1e5) })));
console.log(shown(cp.spawnSync('no-such-program', ['a', 'b'])), Object.keys(cp.spawnSync('no-such-program')));
console.log(cp.spawnSync('no-such-program', ['a', 'b']).error.spawnargs, cp.spawnSync('/', []).error.code);
console.log(shown(cp.spawnSync('sleep', ['50'], { timeout: 20 })));
console.log(shown(cp.spawnSync('sleep', ['50'], { timeout: 20, killSignal: 'SIGKILL' })));
console.log(cp.spawnSync('sh', ['-c', 'yes | head -c 3000000'], { maxBuffer: 1000 }).error.message);
console.log(shown(cp.spawnSync('sh', ['-c', 'kill -9 $$'], { encoding: 'utf8' })));
console.log(cp.spawnSync('pwd', { cwd: '/usr', encoding: 'utf8' }).stdout, cp.spawnSync('pwd', { cwd: '/nope' }).error.code);
console.log(cp.spawnSync('pwd', { cwd: new URL('file:///usr/bin'), encoding: 'utf8' }).stdout);
console.log(cp.spawnSync('sh', ['-c', 'echo "$FOO|$0|$1|$2|"', 'zero', '', 'two'], { env: { FOO: 'bar', PATH: process.env.PATH, NOT: undefined } }).stdout.toString());
console.log(cp.spawnSync('echo $0 "$X"', { shell: true, env: { X: '1  2' }, encoding: 'utf8' }).stdout);
console.log(cp.spawnSync('echo $0', { shell: '/bin/bash', encoding: 'utf8' }).stdout);
console.log(cp.spawnSync('sh', ['-c', 'echo $0'], { argv0: 'called so', encoding: 'utf8' }).stdout);
console.log(shown(cp.spawnSync('sh', ['-c', 'echo a; echo b >&2; echo c >&3'], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] })));
console.log(shown(cp.spawnSync('sh', ['-c', 'ls /proc/self/fd | wc -l'], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })).status);
console.log(cp.execSync('echo out', { encoding: 'utf8' }), cp.execFileSync('echo', ['a', 'b']));
for (const action of [
  () => cp.execSync('echo out; exit 4'),
  () => cp.execFileSync('sh', ['-c', 'echo out; echo bad >&2; exit 2'], { stdio: 'pipe', encoding: 'utf8' }),
  () => cp.execFileSync('no-such-program', ['x']),
  () => cp.execSync('kill -15 $$', { stdio: 'pipe' }),
]) {
  try {
    action();
  } catch (error) {
    console.log(error.message, Object.keys(error).sort(), error.status, error.signal, String(error.stdout), String(error.stderr), error.code);
  }
}
