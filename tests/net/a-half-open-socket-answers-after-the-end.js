'use strict';
const net = require('net');

const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  let request = '';
  socket.setEncoding('utf8');
  socket.on('data', (text) => { request += text; });
  socket.on('end', () => {
    console.log('server: end', socket.readyState);
    setTimeout(() => {
      console.log('server: answers', socket.writable);
      socket.end(request.toUpperCase());
    }, 5);
  });
  socket.on('close', () => console.log('server: close'));
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.end('question');
  client.on('finish', () => console.log('client: finish', client.readyState));
  client.on('data', (bytes) => console.log('client:', bytes.toString()));
  client.on('end', () => console.log('client: end', client.readyState));
  client.on('close', () => setTimeout(() => server.close(() => console.log('server closed')), 20));
});
