'use strict';
// Nobody listens there: the system says so to who is connected, with the next thing that it is asked.
const dgram = require('dgram');

const gone = dgram.createSocket('udp4');
gone.bind(0, '127.0.0.1', () => {
  const { port } = gone.address();
  gone.close();
  const client = dgram.createSocket('udp4');
  client.on('error', ({ code, syscall, message, errno }) => {
    console.log(code, syscall, message, errno);
    client.close();
  });
  client.connect(port, '127.0.0.1', () => client.send('is anybody there?', (error) => console.log('sent', error)));
});
