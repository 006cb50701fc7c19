'use strict';
const dgram = require('dgram');

const lookup = (name, options, callback) => {
  console.log('lookup', name, options);
  if (name === 'nobody') process.nextTick(callback, Object.assign(new Error('no such name'), { code: 'ENOTHERE' }));
  else process.nextTick(callback, null, '127.0.0.1', 4);
};
const server = dgram.createSocket({ type: 'udp4', lookup }, (message) => {
  console.log(String(message));
  server.close();
  client.send('x', 1, 'nobody', ({ code }) => {
    console.log('send', code);
    client.on('error', (error) => {
      console.log('event', error.code);
      client.close();
      lost.bind(0, 'nobody');
    });
    client.send('x', 1, 'nobody');
  });
});
const client = dgram.createSocket({ type: 'udp4', lookup });
const lost = dgram.createSocket({ type: 'udp4', lookup });
lost.on('error', ({ code }) => {
  console.log('bind', code);
  lost.close();
});
server.bind(0, 'somebody', () => client.send('hello', server.address().port, 'somebody'));
