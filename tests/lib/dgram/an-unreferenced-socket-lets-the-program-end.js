'use strict';
const dgram = require('dgram');

const socket = dgram.createSocket('udp4');
socket.on('close', () => console.log('never'));
socket.bind(0, () => {
  console.log('bound', socket.unref() === socket, socket.ref() === socket);
  socket.unref();
});
dgram.createSocket('udp6').on('error', () => {});
process.on('exit', () => console.log('exit'));
