process.emit = null;
process.nextTick = null;
process._events = null;
process.on = null;
delete process.env;
process.stdout.write('written\n');
