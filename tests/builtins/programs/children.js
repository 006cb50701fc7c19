// Child processes: streams, messages, exit codes, and the synchronous ones.
const say = (text) => console.log(text);
const { spawn, exec, execFileSync, fork } = require('child_process');
if (process.argv[2] === 'child') {
  process.on('message', (message) => {
    process.send({ answer: message.n + 1 });
    process.disconnect();
  });
} else {
  say(execFileSync('echo', ['synchronous'], { encoding: 'utf8' }));
  const child = spawn('cat', { stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => { text += chunk.latin1Slice(0, chunk.length); });
  child.on('close', (code, signal) => say('close ' + code + ' ' + signal + ' ' + text));
  child.stdin.write('through ');
  child.stdin.end('cat');
  exec('exit 3', (error) => say('failed ' + error.code));
  spawn('/no/such/program').on('error', (error) => say(error.code));
  const forked = fork(__filename, ['child'], { env: { PATH: process.env.PATH } });
  forked.on('message', (message) => say('answer ' + message.answer));
  forked.on('exit', (code) => say('exit ' + code));
  forked.send({ n: 1 });
}
