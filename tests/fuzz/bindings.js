'use strict';

// One round of `./x fuzz bindings` (crates/node/examples/fuzz_bindings.rs): some hundred calls of native functions with nonsense. The
// folder is empty and no path here leads out of it. Each call is written down before it is made.

const fs = require('fs');

const seed = Number(process.env.HEXLOOP_FUZZ_SEED);
const log = fs.openSync(process.env.HEXLOOP_FUZZ_LOG, 'a');
// The natives may close, replace or block what JavaScript writes through; a descriptor of the log's own is enough.
const { writeSync } = fs;
const CALLS = 400;

let state = seed >>> 0 || 1;
function random(below) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}
const pick = (list) => list[random(list.length)];

const NAMES = [
  'buffer', 'child_process', 'crypto', 'dgram', 'fs', 'http', 'inspect', 'loop', 'messaging', 'module', 'modules', 'net', 'os', 'perf', 'process',
  'repl', 'resolve', 'signals', 'source_map', 'stack', 'stdio', 'tls', 'trace', 'types', 'url', 'vm', 'worker', 'zlib', 'no such binding',
];

// What would end the round, reach out of it, or wait for ever, as it would in Node.
const LEFT_OUT = new Set([
  'process.exit', 'process.abort', 'process.execve', 'process.kill', 'child_process.kill', 'os.setPriority',
  'process.setuid', 'process.seteuid', 'process.setgid', 'process.setegid', 'process.setgroups', 'process.initgroups', 'process.chdir',
  // Descriptors that belong to the loop, to the log, or to the driver.
  'fs.close', 'fs.closedir', 'child_process.closeFd', 'worker.removeUnmanagedFd', 'worker.addUnmanagedFd', 'net.open', 'net.openListener',
  'dgram.open', 'child_process.openChannel', 'fs.ftruncate', 'fs.write', 'fs.read', 'fs.readInto', 'stdio.write', 'stdio.writeBytes', 'fs.readFile',
  'fs.readFileSync', 'fs.readTextSync', 'fs.writeFile', 'stdio.setRawMode',
  // It reads lines until there are no more.
  'repl.evaluate', 'repl.finish',
  // Makes the process wait for a collection of gigabytes each time.
  'process.setPoolSize',
  // The program's own end.
  'process.printUncaught', 'module.preload', 'modules.preloads',
]);

// Sizes and rounds that are taken at their word.
const MODEST = new Set(['crypto', 'zlib', 'perf', 'worker', 'messaging', 'trace', 'net', 'dgram']);

const shared = new SharedArrayBuffer(64);
const resizable = new ArrayBuffer(16, { maxByteLength: 64 });
function detached() {
  const bytes = new Uint8Array(16);
  bytes.buffer.transfer();
  return bytes;
}

let bytes;
const evil = [
  () => ({ valueOf() { bytes?.buffer.transfer?.(); return 3; }, toString() { bytes?.buffer.transfer?.(); return 'evil'; } }),
  () => ({ valueOf() { resizable.resize(random(64)); return 1; } }),
  () => ({ valueOf() { throw new Error('valueOf'); }, toString() { throw new Error('toString'); } }),
  () => ({ valueOf() { return callOne(); }, toString() { callOne(); return 'again'; } }),
  () => ({ get length() { throw new Error('length'); }, get then() { throw new Error('then'); } }),
  () => new Proxy({}, { get() { throw new Error('trap'); }, has() { throw new Error('trap'); }, getPrototypeOf() { throw new Error('trap'); } }),
  () => new Proxy([1, 2], {}),
  () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; },
  () => (function deep() { try { return deep(); } catch { return callOne(); } }),
  () => Object.create(null),
  () => Symbol('nonsense'),
];

const kinds = [
  () => undefined,
  () => null,
  () => random(2) === 0,
  () => random(5),
  () => random(300) - 20,
  () => pick([0.5, -0, NaN, -1, 1e9]),
  (modest) => (modest ? random(1000) : pick([Infinity, -Infinity, 2 ** 31, 2 ** 32 - 1, 2 ** 53, -(2 ** 31), 1e300, 65536])),
  () => 7n,
  () => pick(['', 'a', 'utf8', 'hex', 'sha256', 'caf\u00e9', '\u03b1\u03b2', '\ud800', 'x\0y', 'node:fs', 'http://a.b/c?d#e', '127.0.0.1', '::1', '{}', '[1,2]', 'a=1&b']),
  () => 'y'.repeat(random(3000)),
  () => `rope ${random(9)} of ${random(9)}`,
  () => '\u03b1'.repeat(random(300)),
  () => bytes,
  () => new Uint8Array(random(64)),
  () => new Uint8Array(5000 + random(99)),
  () => new Float64Array(random(9)),
  () => new DataView(new ArrayBuffer(random(32))),
  () => new ArrayBuffer(random(32)),
  () => new Uint8Array(resizable),
  () => { try { return new Uint8Array(resizable, 2, 4); } catch { return resizable; } },
  () => new Uint8Array(shared),
  () => shared,
  detached,
  () => Buffer.from('pooled'),
  () => [1, 'two', { three: 3 }],
  () => ({ a: 1 }),
  () => new Map([[1, 2]]),
  () => Promise.resolve(1),
  () => new Date(0),
  () => new Error('nonsense'),
  () => function named() { return 1; },
  () => (() => { throw new Error('callback'); }),
  () => globalThis,
  () => pick(evil)(),
];

const natives = [];
for (const name of NAMES) {
  let binding;
  try {
    binding = nativeBinding(name);
  } catch {
    continue;
  }
  for (const key of Object.keys(binding)) {
    if (typeof binding[key] === 'function' && !LEFT_OUT.has(`${name}.${key}`)) natives.push([`${name}.${key}`, binding[key], MODEST.has(name)]);
  }
}

function report(value) {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}… ${value.length}` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? 'function' : String(value);
  try {
    return Object.prototype.toString.call(value) + (ArrayBuffer.isView(value) ? value.byteLength : '');
  } catch {
    return 'revoked';
  }
}

let depth = 0;
function callOne() {
  if (depth > 3) return 1;
  depth++;
  const [name, native, modest] = pick(natives);
  bytes = new Uint8Array(32).fill(7);
  const values = Array.from({ length: random(7) }, () => pick(kinds)(modest));
  writeSync(log, `${name}(${values.map(report).join(', ')})\n`);
  try {
    const answer = random(50) === 0 ? new native(...values) : native.apply(pick([undefined, values[0]]), values);
    // What a native makes may be a native.
    if (typeof answer === 'function' && random(2) === 0) natives.push([`${name}()`, answer, modest]);
    return answer;
  } catch (error) {
    let message = '';
    try {
      message = `${error.message}`;
    } catch {
      // What was thrown is as evil as what was given.
    }
    if (message.includes('Hexloop has a bug')) writeSync(log, `panic ${name}: ${message.replaceAll('\n', ' ').slice(0, 200)}\n`);
    return 1;
  } finally {
    depth--;
  }
}

for (let i = 0; i < CALLS; i++) {
  callOne();
  if (i % 100 === 99) Array.from({ length: 2e4 }, (_, n) => ({ n }));
}
// The program may have been handed to natives that end it later; it ends here.
require('process').reallyExit?.(0);
process.exit(0);
