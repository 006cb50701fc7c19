const { stdout } = process;
const say = (...words) => process.stderr.write(`${words.join(' ')}\n`);
stdout.on('close', () => say('close')).on('error', (error) => say('error', error.message)).on('finish', () => say('finish'));
stdout.destroy();
say(stdout.destroyed, stdout.writable);
stdout.write('one\n');
setImmediate(() => {
  stdout.destroy(new Error('on purpose'));
  say(stdout.destroyed, stdout.errored);
  setImmediate(() => stdout.write('two\n', () => say('written')));
});
