// Commands: output, failures, limits, input, pipes, messages, transforms.
import { execa, execaSync, $ } from 'execa';
import spawn from 'cross-spawn';

console.log((await execa('echo', ['a', 'b c'])).stdout);
console.log((await $`echo ${'x y'} ${['1', '2']}`).stdout);
await execa('sh', ['-c', 'echo out; echo err >&2; exit 3']).catch((error) => {
  console.log(error.exitCode, error.stdout, error.stderr, error.shortMessage, error.failed);
});
await execa('no-such-thing-here').catch((error) => console.log(error.code, error.exitCode, error.originalMessage));
await execa('sleep', ['10'], { timeout: 50 }).catch((error) => console.log(error.timedOut, error.signal, error.isTerminated));
const abort = new AbortController();
const sleeps = execa('sleep', ['10'], { cancelSignal: abort.signal });
abort.abort();
await sleeps.catch((error) => console.log(error.isCanceled, error.isTerminated));
console.log((await execa('cat', { input: 'from input' })).stdout);
console.log((await execa('sh', ['-c', 'echo 1; echo 2 >&2; echo 3'], { all: true })).all.split('\n').sort());
for await (const line of execa('printf', ['l1\nl2\nl3'])) console.log('line', line);
console.log((await execa('echo', ['one']).pipe('cat', ['-'])).stdout);
console.log(execaSync('echo', ['sync']).stdout);
console.log((await execa('printf', ['\\001\\002'], { encoding: 'buffer' })).stdout);
const program = "process.on('message', (message) => { process.send({ got: message }); process.disconnect(); })";
const child = execa(process.execPath, ['-e', program], { ipc: true });
await child.sendMessage({ question: 1 });
console.log(await child.getOneMessage());
await child;
console.log((await execa('printf', ['a\nb'], { *stdout(line) { yield line.toUpperCase(); } })).stdout);
console.log((await execa('printf', ['a\nb'], { lines: true })).stdout);
await execa('seq', ['1', '100000'], { maxBuffer: 10 }).catch((error) => console.log(error.isMaxBuffer, error.stdout.length));

const { status, stdout } = spawn.sync('echo', ['a"b', '$HOME'], { encoding: 'utf8' });
console.log(status, stdout);
spawn('no-such-program').on('error', ({ code, syscall }) => console.log(code, syscall)).on('close', (code) => console.log('close', code));
