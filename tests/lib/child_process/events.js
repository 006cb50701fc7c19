'use strict';
// Which events a child emits, and with what.
const cp = require('child_process');
const { once } = require('events');
const { log } = console;

function listen(child, name) {
  const seen = [];
  for (const event of ['spawn', 'exit', 'close']) child.on(event, (...args) => seen.push([event, ...args]));
  child.on('error', (error) => seen.push(['error', error.name, error.code, error.message, error.path, error.spawnargs]));
  return new Promise((resolve) => {
    child.on('close', () => setImmediate(() => {
      log(name, JSON.stringify(seen), child.exitCode, child.signalCode, child.killed, child.connected);
      resolve();
    }));
  });
}

async function text(stream) {
  let all = '';
  for await (const chunk of stream.setEncoding('utf8')) all += chunk;
  return all;
}

(async () => {
  await listen(cp.spawn('true'), 'true');
  await listen(cp.spawn('sh', ['-c', 'exit 7']), 'a code');
  await listen(cp.spawn('sh', ['-c', 'kill -9 $$']), 'a signal');
  await listen(cp.spawn('no-such-program', ['a']), 'nobody');
  await listen(cp.spawn('true', { cwd: '/nope' }), 'no folder');
  await listen(cp.spawn('/etc/passwd'), 'no program');
  await listen(cp.spawn('sleep', ['50'], { timeout: 10 }), 'a timeout');
  await listen(cp.spawn('sleep', ['50'], { timeout: 10, killSignal: 'SIGKILL' }), 'a deadly timeout');
  const controller = new AbortController();
  const aborted = listen(cp.spawn('sleep', ['50'], { signal: controller.signal }), 'aborted');
  controller.abort(new Error('why'));
  await aborted;
  await listen(cp.spawn('sleep', ['50'], { signal: AbortSignal.abort() }), 'aborted before');
  const killed = cp.spawn('sleep', ['50']);
  log(killed.kill('SIGINT'), killed.killed, killed.spawnfile, killed.spawnargs);
  await listen(killed, 'killed');
  log(killed.kill(), killed.kill(0));
  const disposed = cp.spawn('sleep', ['50']);
  disposed[Symbol.dispose]();
  await listen(disposed, 'disposed');

  const cat = cp.spawn('cat');
  log(cat.stdio.length, cat.stdio[0] === cat.stdin, cat.stdio[1] === cat.stdout, cat.stdio[2] === cat.stderr);
  log(cat.stdin.readable, cat.stdin.writable, cat.stdout.readable, typeof cat.pid, cat.exitCode);
  cat.stdin.write('some ');
  cat.stdin.end('text');
  log(await text(cat.stdout));
  const large = cp.spawn('cat');
  large.stdin.end(Buffer.alloc(3e6, 'x'));
  log((await text(large.stdout)).length);

  const silent = cp.spawn('sh', ['-c', 'echo hidden'], { stdio: 'ignore' });
  log(silent.stdin, silent.stdout, silent.stderr, silent.stdio);
  await listen(silent, 'ignored');
  const more = cp.spawn('sh', ['-c', 'cat <&3; echo five >&5'], { stdio: ['ignore', 'pipe', 'pipe', 'pipe', null, 'pipe'] });
  log(more.stdio.map((stream) => stream && stream.constructor.name));
  more.stdio[3].end('three\n');
  log(...await Promise.all([text(more.stdout), text(more.stdio[5])]));
  const shared = cp.spawn('sh', ['-c', 'echo to both; echo and here >&2'], { stdio: ['ignore', 1, process.stdout] });
  await once(shared, 'close');

  const quick = cp.spawn('sh', ['-c', 'echo data']);
  let data = '';
  quick.stdout.on('data', (chunk) => { data += chunk; });
  await once(quick, 'exit');
  log('before the exit:', data);
  const detached = cp.spawn('sh', ['-c', 'ps -o sid= -p $$ | tr -d " "; echo $$'], { detached: true });
  const [session, pid] = (await text(detached.stdout)).trim().split('\n');
  log(session === pid, pid === String(detached.pid));
  const unreferenced = cp.spawn('sleep', ['100'], { stdio: 'ignore' });
  unreferenced.unref();
  process.on('exit', () => log('at the end', unreferenced.kill('SIGKILL')));
})();
