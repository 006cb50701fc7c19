// stdout: file
const { stdout } = process;
const lines = [];
for (const event of ['prefinish', 'finish', 'close', 'error']) stdout.on(event, () => lines.push(event));
lines.push(stdout.end('bye\n', () => lines.push('callback')) === stdout);
lines.push(stdout.writable, stdout.writableEnded);
process.nextTick(() => lines.push('tick'));
setTimeout(() => {
  lines.push(stdout.writable, stdout.write('again\n'));
  console.error(lines.join(' '));
}, 20);
