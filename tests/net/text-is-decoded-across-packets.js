'use strict';
const net = require('net');

const bytes = Buffer.from('grün 😀 ok');
const server = net.createServer((socket) => {
  let sent = 0;
  (function sendOne() {
    if (sent === bytes.length) socket.end(Buffer.from([0xe2, 0x82]));
    else socket.write(bytes.subarray(sent, ++sent), () => setTimeout(sendOne, 2));
  })();
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  let text = '';
  client.setEncoding('utf8').on('data', (part) => {
    if (typeof part !== 'string' || part === '') console.log('unexpected', part);
    text += part;
  });
  client.on('end', () => console.log('end', JSON.stringify(text)));
  client.on('close', () => server.close());
  try {
    client.setEncoding('klingon');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
});
