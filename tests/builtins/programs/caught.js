// Errors that nothing caught, with listeners: from the main script, ticks, timers, immediates, jobs, streams and emitters.
const say = (text) => console.log(text);
process.on('exit', (code) => say('exit ' + code));
process.on('uncaughtExceptionMonitor', (error, origin) => say('monitor ' + error.message + ' ' + origin));
process.on('uncaughtException', (error, origin) => say('uncaught ' + error.message + ' ' + origin));
process.on('warning', (warning) => say('warning ' + warning.name + ': ' + warning.message));
process.nextTick(() => { throw new Error('tick'); });
setTimeout(() => { throw new TypeError('timeout'); }, 1);
setImmediate(() => { throw new RangeError('immediate'); });
queueMicrotask(() => { throw new Error('microtask'); });
setTimeout(() => { (async () => { throw new Error('async'); })(); }, 3);
setTimeout(() => new (require('events'))().emit('error', new Error('emitted')), 5);
setTimeout(() => process.emitWarning('careful', 'OwnWarning', 'CODE'), 7);
setTimeout(() => {
  try {
    process.chdir('/no/such/folder');
  } catch (error) {
    say(error.code);
  }
  try {
    require('fs').readFileSync(7.5);
  } catch (error) {
    say(error.code + ' ' + error.message);
  }
}, 9);
setTimeout(() => setImmediate(() => setTimeout(() => process.exit(3), 1)), 11);
throw new Error('script');
