// Lookups have half of the pool's threads at most. These four hang in the system's resolver until the stat is answered:
// it reads the file of aliases, and that is a FIFO which nobody has opened to write. Were all four threads theirs, the
// program would not end. (Where the resolver does not ask DNS for such names, nothing hangs, and nothing is shown.)
const { execFileSync, spawn } = require('child_process');
const dns = require('dns');
const fs = require('fs');
const os = require('os');
const path = require('path');

const names = ['alpha', 'beta', 'gamma', 'delta'];
const aliases = process.env.HOSTALIASES;
if (aliases === undefined) start();
else lookUp();

function start() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slow-lookups-'));
  const fifo = path.join(folder, 'aliases');
  execFileSync('mkfifo', [fifo]);
  const child = spawn(process.execPath, [__filename], { stdio: 'inherit', env: { ...process.env, HOSTALIASES: fifo } });
  child.on('exit', (code) => {
    console.log('exit code', code);
    fs.rmSync(folder, { recursive: true });
  });
}

function lookUp() {
  let answered = 0;
  let stat = false;
  for (const name of names) dns.lookup(name, () => (answered += 1));
  fs.stat(__filename, () => {
    stat = true;
    release();
  });
  process.on('exit', () => console.log(`stat ${stat}, lookups ${answered}`));
}

// No alias is a name that DNS could be asked for, so no network is needed.
function release() {
  const lines = names.map((name) => `${name} a..b\n`).join('');
  const fifo = fs.openSync(aliases, fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
  fs.writeFileSync(`${aliases}.file`, lines);
  fs.renameSync(`${aliases}.file`, aliases);
  // Enough for each reader that is there to fill its buffer.
  fs.writeSync(fifo, lines.padEnd(4096, '\n').repeat(8));
  fs.closeSync(fifo);
}
