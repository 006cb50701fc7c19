'use strict';
// Trees of processes, and children that are waited for synchronously.

const cp = require('child_process');
const { closed, exited, must, pause, textOf } = require('./common.js');

// A grandchild keeps the pipe: 'exit' comes with the child's end, 'close' with the grandchild's, and nothing it said is lost.
async function grandchild(random) {
  const times = 1 + random.below(20);
  const script = `(for i in $(seq ${times}); do echo $i; sleep 0.00${random.below(9)}; done) & echo child`;
  const child = cp.spawn('/bin/sh', ['-c', script], { detached: random.oneIn(2) });
  const order = [];
  child.on('exit', () => order.push('exit'));
  child.on('close', () => order.push('close'));
  const [end, text] = await Promise.all([closed(child), textOf(child.stdout)]);
  must(end === 0 && order.join() === 'exit,close', `the end was ${end}, ${order}`);
  must(text.split('\n').length === times + 2, `a tree said ${JSON.stringify(text)}`);
}

// The child is killed, the grandchild goes on: 'exit' is emitted at once, and the pipe closes when the grandchild is done.
async function orphan(random) {
  // It reads from a pipe to which nobody writes.
  const child = cp.spawn('/bin/sh', ['-c', `(sleep 0.${1 + random.below(3)}; echo orphan) & echo $!; read forever`]);
  const ended = closed(child);
  const text = textOf(child.stdout);
  // The number says that the grandchild is there. Which of the two speaks first is up to the system.
  await new Promise((resolve) => { child.stdout.on('data', (data) => { if (/\d+\n/.test(data)) resolve(); }); });
  child.kill('SIGKILL');
  must((await ended) === 'SIGKILL', 'a child was not killed');
  must(/^(\d+\norphan|orphan\n\d+)\n$/.test(await text), `an orphan said ${JSON.stringify(await text)}`);
}

// Output is complete though the child ended before its grandchild; a signal ends one that takes too long.
async function waited(random, count) {
  const size = random.below(300_000);
  const kind = random.pick(['plain', 'grandchild', 'timeout', 'large', 'missing']);
  count(kind);
  if (kind === 'plain') {
    const { stdout, status } = cp.spawnSync('/bin/cat', { input: Buffer.alloc(size, 'z') });
    must(status === 0 && stdout.length === size, `cat gave ${stdout.length} of ${size} bytes`);
  } else if (kind === 'grandchild') {
    const { stdout, status } = cp.spawnSync('/bin/sh', ['-c', '(sleep 0.05; echo late) & echo early']);
    must(status === 0 && String(stdout) === 'early\nlate\n', `a tree said ${stdout}`);
  } else if (kind === 'timeout') {
    const { error, signal } = cp.spawnSync('/bin/sleep', ['30'], { timeout: 20 + random.below(30) });
    must(error?.code === 'ETIMEDOUT' && signal === 'SIGTERM', `sleep ended with ${error?.code} ${signal}`);
  } else if (kind === 'large') {
    const { error, stdout } = cp.spawnSync('/bin/cat', ['/dev/zero'], { maxBuffer: 10_000 });
    must(error?.code === 'ENOBUFS' && stdout.length >= 10_000, `cat ended with ${error?.code} after ${stdout.length}`);
  } else {
    must(cp.spawnSync('/no/such/program').error?.code === 'ENOENT', 'a program that is not there was started');
  }
}

// process.exit() while another thread waits for a child, in an 'exit' listener that waits for one, and the like: the code is
// what was said, and the process ends.
const EXITS = {
  'the main thread, while a worker waits': `
    const w = new Worker('require("worker_threads").parentPort.postMessage(1); require("child_process").spawnSync("sleep", ["0.2"])', { eval: true });
    w.on('message', () => process.exit(7));`,
  'a worker, while the main thread waits': `
    const w = new Worker('process.exit(5)', { eval: true });
    w.on('exit', (code) => process.exit(code + 2));
    cp.spawnSync('sleep', ['0.05']);`,
  'a listener of exit that waits': `
    process.on('exit', () => { cp.execSync('exit 0'); process.exitCode = 7; });`,
  'a worker that exits in a listener after it has waited': `
    const w = new Worker('process.on("exit", () => { require("child_process").spawnSync("true"); process.exit(7) })', { eval: true });
    w.on('exit', (code) => { process.exitCode = code; });`,
  'after a child that failed': `
    try { cp.execSync('exit 7', { stdio: 'ignore' }); } catch (error) { process.exit(error.status); }`,
  'while children run': `
    cp.spawn('sleep', ['0.1']).on('spawn', () => process.exit(7)); cp.spawn('cat');`,
  'a worker is terminated while it waits': `
    const w = new Worker('require("worker_threads").parentPort.postMessage(1); require("child_process").spawnSync("sleep", ["0.1"])', { eval: true });
    w.on('message', async () => { process.exitCode = await w.terminate() + 6; });`,
};

async function exiting(random, count) {
  const name = random.pick(Object.keys(EXITS));
  count(name);
  const program = `const cp = require('child_process'); const { Worker } = require('worker_threads'); ${EXITS[name]}`;
  const child = cp.spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'pipe'] });
  const errors = textOf(child.stderr);
  const end = await exited(child);
  must(end === 7, `${name}: ended with ${end}\n${await errors}`);
  await pause(0);
}

module.exports = { grandchild, orphan, waited, exiting };
