const { stdout } = process;
const say = (...words) => process.stderr.write(`${words.join(' ')}\n`);
for (const event of ['prefinish', 'finish', 'close']) stdout.on(event, () => say(event));
stdout.on('error', (error) => say('error', error.code, error.syscall));
stdout.end('last\n', () => say('ended'));
say(stdout.writableEnded, stdout.writable, stdout.destroyed);
stdout.once('close', () => setImmediate(() => {
  say(stdout.writableEnded, stdout.writable, stdout.destroyed, stdout.closed);
  say(stdout.write('more\n', (error) => say('written', error?.code)));
  console.log('nor by the console');
}));
