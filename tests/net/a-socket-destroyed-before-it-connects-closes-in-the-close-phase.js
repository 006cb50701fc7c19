'use strict';
const net = require('net');

const socket = net.connect(9, '127.0.0.1');
socket.on('connect', () => console.log('connect: never'));
socket.on('error', () => console.log('error: never'));
socket.on('close', (hadError) => {
  console.log('close', hadError);
  process.nextTick(() => console.log('tick of close'));
});
setImmediate(() => {
  console.log('immediate: check is before close');
  setImmediate(() => console.log('immediate: the next turn'));
});
process.nextTick(() => console.log('tick'));
console.log(socket.destroy() === socket, socket.destroyed, socket.connecting, socket.closed);
socket.destroy(new Error('ignored: it is destroyed already'));

const failing = net.connect(9, '127.0.0.1');
failing.on('error', (error) => console.log('error', error.message, failing.errored === error));
failing.on('close', (hadError) => console.log('failing: close', hadError));
failing.destroy(new Error('on purpose'), (error) => console.log('callback of destroy', error.message));

const never = new net.Socket();
never.on('close', (...args) => console.log('never opened: close in a tick', args));
never.destroy();
console.log('end of script');
