'use strict';
// What diagnostics_channel publishes about children; and fork() from a program on the command line.
const cp = require('child_process');
const { subscribe } = require('diagnostics_channel');
const { log } = console;

const name = (channel) => channel.replace('tracing:', '');
subscribe('child_process', (message, channel) => log(channel, Object.keys(message), message.process.pid));
for (const event of ['start', 'end', 'error', 'asyncStart', 'asyncEnd']) {
  subscribe(`tracing:child_process.spawn:${event}`, (message, channel) => {
    log(name(channel), Object.keys(message), message.options?.file, message.options?.args, message.error?.message);
  });
}
cp.spawn('true', ['x']).on('spawn', () => log('the event')).on('close', fromTheCommandLine);
cp.spawn('no-such-program').on('error', () => log('the other event'));
try {
  cp.spawn('true', { stdio: ['ipc', 'ipc'] });
} catch (error) {
  log(error.code);
}

// Each would go on for ever if its child ran the same text again.
function fromTheCommandLine() {
  const code = `require('child_process').fork('/dev/null', { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }).on('exit', (code) => console.log('child', code))`;
  for (const flags of [['-e', code], ['--no-warnings', '-e', code], ['--eval', code]]) {
    log(cp.spawnSync(process.execPath, flags, { encoding: 'utf8', timeout: 30000 }).stdout);
  }
}
