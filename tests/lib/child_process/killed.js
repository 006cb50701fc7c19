'use strict';
// A child that is killed in the midst of things: what was under way ends with it, in every form.
const cp = require('child_process');

const SLEEPER = 'process.on("message", () => {}); process.send("here"); setInterval(() => {}, 1000);';

function spawned() {
  return new Promise((resolve) => {
    const said = [];
    const child = cp.spawn('/bin/sh', ['-c', 'echo before; exec sleep 100']);
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said.push(text);
      said.push(child.kill('SIGKILL'), child.killed);
    });
    child.stdout.on('end', () => said.push('no more output'));
    child.on('exit', (code, signal) => said.push(`exit ${code} ${signal}`));
    child.on('close', (code, signal) => {
      console.log('spawn', said.sort(), code, signal, child.kill('SIGKILL'), child.exitCode, child.signalCode);
      resolve();
    });
  });
}

function forked() {
  return new Promise((resolve) => {
    const said = [];
    const child = cp.fork('-e', [SLEEPER], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.on('message', () => child.kill('SIGKILL'));
    child.on('disconnect', () => said.push('disconnect'));
    child.on('exit', (code, signal) => {
      said.push(`exit ${code} ${signal}`);
      setImmediate(() => {
        child.once('error', (error) => said.push(error.code));
        child.send('late', (error) => {
          said.push(`sent: ${error?.code}`);
          console.log('fork', said.sort(), child.connected);
          resolve();
        });
      });
    });
  });
}

function collected() {
  return new Promise((resolve) => {
    const child = cp.exec('echo before; kill -9 $$; echo after', (error, stdout) => {
      console.log('exec', error.code, error.signal, error.killed, JSON.stringify(stdout), child.signalCode);
      resolve();
    });
  });
}

(async () => {
  await spawned();
  await forked();
  await collected();
  const { status, signal, stdout } = cp.spawnSync('/bin/sh', ['-c', 'echo before; kill -9 $$'], { encoding: 'utf8' });
  console.log('spawnSync', status, signal, JSON.stringify(stdout));
})();
