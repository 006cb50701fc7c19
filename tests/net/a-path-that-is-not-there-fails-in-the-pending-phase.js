'use strict';
const net = require('net');

// Put off by an immediate: the next turn's pending phase is after its timers and before its immediates.
setImmediate(() => {
  const socket = net.connect('/there/is/no/such/socket');
  socket.on('error', (error) => {
    console.log('error', error.message, { ...error });
    process.nextTick(() => console.log('tick of error'));
    setImmediate(() => console.log('immediate of error: the same turn'));
  });
  socket.on('close', (hadError) => console.log('close', hadError));
  setTimeout(() => console.log('timer: first in the next turn'), 0);
  setImmediate(() => console.log('immediate: after the error'));
  process.nextTick(() => console.log('tick'));
  console.log('connect returned', socket.connecting);
  // The timer shall be due when the next turn begins.
  const end = Date.now() + 5;
  while (Date.now() < end);
});
