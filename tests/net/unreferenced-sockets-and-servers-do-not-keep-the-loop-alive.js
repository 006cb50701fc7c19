'use strict';
const net = require('net');

let early;
// Referenced again: only this server keeps the loop alive until the timer closes it.
const back = net.createServer().listen(0, '127.0.0.1', () => {
  back.unref().ref();
  setTimeout(() => back.close(() => {
    console.log('referenced again, closed');
    early = net.createServer().unref().listen(0, '127.0.0.1', () => {
      console.log('unreferenced before listen');
      connect();
    });
  }), 20).unref();
});

let server;
function connect() {
  server = net.createServer((socket) => {
    console.log('connection', socket.unref() === socket);
    // From here on nothing is left that counts.
    client.unref();
    console.log(server.unref() === server, server.listening);
    setTimeout(() => console.log('unreferenced timer: never'), 10000).unref();
  });
  let client;
  server.listen(0, '127.0.0.1', () => {
    client = net.connect(server.address().port, '127.0.0.1');
    client.on('close', () => console.log('close: never'));
  });
}
process.on('exit', () => console.log('exit', server.listening, early.listening));
