'use strict';
const EventEmitter = require('events');
class Failing extends EventEmitter { write(text, callback) { this.emit('error', new Error('sync failure')); process.nextTick(callback, new Error('async failure')); return false; } }
const stream = new Failing();
stream._writableState = { errorEmitted: false };
const quiet = new console.Console(stream);
quiet.log('swallowed');
console.log(stream.listenerCount('error'));
setImmediate(() => {
  console.log('after the callback', stream.listenerCount('error'));
  const loud = new console.Console({ stdout: stream, ignoreErrors: false });
  try { loud.log('thrown'); } catch (error) { console.log(error.message); }
});
