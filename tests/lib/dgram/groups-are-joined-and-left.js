'use strict';
// A datagram to a group comes to those who joined it, through the loopback interface.
const dgram = require('dgram');

const GROUP = '224.0.0.114';
const socket = dgram.createSocket({ type: 'udp4', reuseAddr: true }, (message, { address }) => {
  console.log('came', String(message), address);
  socket.dropMembership(GROUP, '127.0.0.1');
  try {
    socket.dropMembership(GROUP, '127.0.0.1');
  } catch ({ code, syscall }) {
    console.log('twice', code, syscall);
  }
  socket.addSourceSpecificMembership('127.0.0.1', '232.1.1.1', '127.0.0.1');
  socket.dropSourceSpecificMembership('127.0.0.1', '232.1.1.1', '127.0.0.1');
  socket.close();
});
socket.bind(0, () => {
  socket.addMembership(GROUP, '127.0.0.1');
  socket.setMulticastInterface('127.0.0.1');
  console.log(socket.setMulticastLoopback(true), socket.setMulticastTTL(1));
  socket.send('to the group', socket.address().port, GROUP);
});
const unbound = dgram.createSocket('udp4');
console.log('before it is bound', unbound.addMembership(GROUP), unbound.address().port > 0);
unbound.close();
