'use strict';
const net = require('net');

setTimeout(() => {
  for (const name of ['first', 'second', 'third']) {
    const socket = net.connect('/there/is/no/such/socket');
    socket.on('error', () => console.log('error: never'));
    socket.on('close', () => {
      console.log('close', name);
      process.nextTick(() => console.log('tick of', name));
      Promise.resolve().then(() => console.log('promise of', name));
    });
    socket.destroy();
  }
  setImmediate(() => console.log('immediate'));
}, 1);
