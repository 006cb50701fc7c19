const { stdout } = process;
stdout.cork();
stdout.cork();
console.error(stdout.write('held 1\n', () => console.error('callback 1')), stdout.writableCorked, stdout.writableLength);
console.error(stdout.write('held 2\n', () => console.error('callback 2')), stdout.writableLength);
stdout.uncork();
console.error(stdout.writableCorked, stdout.writableLength);
stdout.uncork();
console.error(stdout.writableCorked, stdout.writableLength);
