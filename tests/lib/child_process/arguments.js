'use strict';
// What is refused, and how.
const cp = require('child_process');

function attempt(name, action) {
  try {
    const made = action();
    // Some are only refused later, by an event.
    if (made instanceof cp.ChildProcess) made.on('error', (error) => console.log(JSON.stringify(name), 'error', error.code));
    console.log(JSON.stringify(name), made instanceof cp.ChildProcess ? 'a child' : made);
  } catch (error) {
    console.log(JSON.stringify(name), 'throws', error.name, error.code, JSON.stringify(error.message));
  }
}

console.log(Object.keys(cp), Object.keys(cp).map((name) => cp[name].length));
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync']) {
  for (const file of [undefined, null, '', 5, {}, [], 'a\0b']) attempt(`${name}(${String(file)})`, () => cp[name](file));
}
for (const args of [5, 'x', true, ['a\0b']]) attempt(`args ${JSON.stringify(args)}`, () => cp.spawnSync('true', args));
for (const options of [5, 'x', null]) attempt(`options ${options}`, () => cp.spawnSync('true', [], options).status);
for (const options of [
  { cwd: 5 }, { cwd: 'a\0b' }, { cwd: new URL('http://example.org') }, { detached: 1 }, { uid: 'x' }, { uid: 1.5 }, { gid: {} }, { shell: 5 },
  { argv0: 5 }, { argv0: 'a\0' }, { windowsHide: 1 }, { windowsVerbatimArguments: 1 }, { timeout: -1 }, { timeout: 'x' }, { maxBuffer: -1 },
  { maxBuffer: 'x' }, { killSignal: 'SIGNOPE' }, { killSignal: 500 }, { killSignal: {} }, { killSignal: 'sigterm' }, { stdio: 'nope' }, { stdio: 5 },
  { stdio: ['nope'] }, { stdio: [{}] }, { stdio: ['ipc'] }, { env: { 'A\0B': 'x' } }, { env: { A: 'x\0' } }, { input: 5 }, { input: {} }, { shell: 'a\0' },
]) {
  const shown = JSON.stringify(options);
  attempt(`spawnSync ${shown}`, () => cp.spawnSync('true', [], options).status);
}
for (const options of [
  { serialization: 'x' }, { signal: 5 }, { timeout: -1 }, { killSignal: 'x' }, { stdio: ['ipc', 'ipc', 'ipc'] }, { stdio: [0, 1, Buffer.from('x')] },
]) {
  attempt(`spawn ${JSON.stringify(options)}`, () => cp.spawn('true', [], options));
}
attempt('execFile callback', () => cp.execFile('true', [], {}, 5));
attempt('execFile maxBuffer', () => cp.execFile('true', [], { maxBuffer: -1 }));
for (const path of [undefined, 5, {}, 'a\0']) attempt(`fork(${String(path)})`, () => cp.fork(path));
attempt('fork args', () => cp.fork('x', 'y'));
attempt('fork options', () => cp.fork('x', [], 5));
attempt('fork without a channel', () => cp.fork('x', [], { stdio: ['pipe', 'pipe', 'pipe'] }));
attempt('ChildProcess.spawn', () => new cp.ChildProcess().spawn());
attempt('ChildProcess.spawn of nothing', () => new cp.ChildProcess().spawn({}));
attempt('ChildProcess.spawn args', () => new cp.ChildProcess().spawn({ file: 'x', args: 5 }));
attempt('kill', () => new cp.ChildProcess().kill('SIGNOPE'));
attempt('kill 0', () => new cp.ChildProcess().kill(0));
