'use strict';
// exec(), execFile() and their promises.
const cp = require('child_process');
const { promisify } = require('util');
const { log } = console;

const shown = (error) => error && [error.name, error.message, error.code, error.killed, error.signal, error.cmd, Object.keys(error)];
const exec = (...args) => new Promise((resolve) => cp.exec(...args, (error, stdout, stderr) => resolve([shown(error), stdout, stderr])));
const execFile = (...args) => new Promise((resolve) => cp.execFile(...args, (error, stdout, stderr) => resolve([shown(error), stdout, stderr])));

(async () => {
  log(await exec('echo out; echo err >&2'));
  log(await exec('echo out; echo err >&2; exit 3'));
  log(await exec('exit 3', {}));
  log(await exec('kill -9 $$'));
  log(await exec('echo $A', { env: { A: 'b' } }));
  log(await exec('echo bytes', { encoding: 'buffer' }));
  log(await exec('echo hex', { encoding: 'hex' }));
  log(await exec('sleep 50', { timeout: 10 }));
  log(await exec('echo too much', { maxBuffer: 5 }));
  log(await exec('echo much', { maxBuffer: 5 }));
  log(await exec('echo é >&2; exit 1', { maxBuffer: Infinity }));
  log(await exec('yes', { maxBuffer: 10, encoding: 'buffer' }));
  log(await exec('pwd', { cwd: '/usr' }));
  log(await execFile('echo', ['a', 'b c']));
  log(await execFile('echo'));
  log(await execFile('no-such-program', ['x']));
  log(await execFile('sh', ['-c', 'exit 5']));
  const controller = new AbortController();
  const aborted = execFile('sleep', ['50'], { signal: controller.signal });
  controller.abort();
  log(await aborted);

  const promised = promisify(cp.exec)('echo promised; echo err >&2');
  log(promised.child instanceof cp.ChildProcess, await promised);
  await promisify(cp.execFile)('sh', ['-c', 'echo out; exit 9']).catch((error) => log(shown(error), error.stdout, error.stderr));
  const quiet = cp.exec('echo nobody listens');
  quiet.on('close', (code) => log('closed', code));
})();
