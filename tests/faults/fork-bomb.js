'use strict';
// No more processes than the system allows: the error comes to who asked, and when the others are gone it works again.
const cp = require('child_process');

const MOST = 200;
const sleepers = [];

const shown = (error) => `${error.code} ${error.errno === -11} ${error.syscall} ${error.path}`;

function bomb() {
  return new Promise((resolve) => {
    const next = () => {
      if (sleepers.length >= MOST) return resolve('no limit');
      const child = cp.spawn('/bin/sleep', ['100'], { stdio: 'ignore' });
      child.on('error', (error) => resolve(`${shown(error)} ${child.pid}`));
      child.on('spawn', () => {
        sleepers.push(child);
        next();
      });
    };
    next();
  });
}

const ended = (child) => new Promise((resolve) => { child.on('exit', (code, signal) => resolve(signal)); });

(async () => {
  console.log('spawn', await bomb());
  console.log('spawnSync', shown(cp.spawnSync('/bin/true').error));
  await new Promise((resolve) => {
    cp.exec('true', (error) => {
      console.log('exec', shown(error));
      resolve();
    });
  });
  const child = cp.fork('/dev/null');
  console.log('fork', await new Promise((resolve) => { child.on('error', (error) => resolve(error.code)); }));
  const signals = Promise.all(sleepers.map(ended));
  for (const sleeper of sleepers) sleeper.kill('SIGKILL');
  console.log('all ended', new Set(await signals));
  console.log('again', await ended(cp.spawn('/bin/true')));
})();
