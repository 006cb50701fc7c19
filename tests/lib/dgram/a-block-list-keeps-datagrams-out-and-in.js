'use strict';
const dgram = require('dgram');
const { BlockList } = require('net');

const blocked = new BlockList();
blocked.addAddress('127.0.0.1');

const deaf = dgram.createSocket({ type: 'udp4', receiveBlockList: blocked }, () => console.log('never'));
const server = dgram.createSocket('udp4', (message) => {
  console.log('heard', String(message));
  deaf.close();
  server.close();
  client.close();
});
const client = dgram.createSocket('udp4');
const mute = dgram.createSocket({ type: 'udp4', sendBlockList: blocked });

deaf.bind(0, '127.0.0.1', () => server.bind(0, '127.0.0.1', () => {
  client.send('not heard', deaf.address().port, () => client.send('this', server.address().port));
}));
mute.on('error', () => console.log('never'));
mute.send('x', 9, '127.0.0.1', (error) => {
  console.log('send', error.code, error.message);
  // Without a callback nothing is reported.
  mute.send('x', 9, '127.0.0.1');
  mute.connect(9, '127.0.0.1', (refused) => {
    console.log('connect', refused.code);
    mute.close();
  });
});
