// stdout: file
const { stdout } = process;
console.log(stdout.write('a\n', () => console.error('first callback')));
process.nextTick(() => console.error('tick'));
Promise.resolve().then(() => console.error('job'));
console.log(stdout.write(`${'x'.repeat(70000)}\n`, (error) => console.error('second callback', error)));
console.log(stdout.write(Buffer.from('bytes\n'), 'utf8', (...args) => console.error('third callback', args)));
console.log(stdout.write('616263', 'hex'), stdout.write(''), stdout.write(new Uint16Array([0x4241, 0x0a43])));
setImmediate(() => console.error('immediate'));
