'use strict';
// After many children of every kind: no open descriptors, no zombies.
const cp = require('child_process');
const fs = require('fs');

const descriptors = () => fs.readdirSync('/proc/self/fd').length;
const children = () => fs.readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
const closed = (child) => new Promise((resolve) => {
  child.on('error', () => {});
  child.on('close', resolve);
});

async function everyKind() {
  await Promise.all([
    closed(cp.spawn('true')),
    closed(cp.spawn('no-such-program')),
    closed(cp.spawn('true', { stdio: 'ignore' })),
    closed(cp.spawn('true', { stdio: ['pipe', 'inherit', 'ignore', 'pipe', 'pipe'] })),
    closed(cp.spawn('true', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })),
    closed(cp.spawn('no-such-program', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }).on('error', function () { this.disconnect?.(); this.emit('close'); })),
    closed(cp.spawn('sleep', ['50'], { timeout: 1 })),
    closed(cp.exec('yes', { maxBuffer: 10 }, () => {})),
  ]);
  cp.spawnSync('true');
  cp.spawnSync('no-such-program');
  for (const stdio of [['ipc'], ['pipe', 'pipe', {}]]) {
    try {
      cp.spawnSync('true', { stdio });
    } catch {}
  }
  try {
    cp.spawn('true', { stdio: ['pipe', 'ipc', 'ipc'] });
  } catch {}
}

(async () => {
  await everyKind();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const before = descriptors();
  for (let round = 0; round < 30; round++) await everyKind();
  // The system takes a moment to close what was closed.
  for (let tries = 0; tries < 100 && (descriptors() > before || children() !== ''); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  console.log('more descriptors:', descriptors() - before, 'children left:', JSON.stringify(children()));
})();
