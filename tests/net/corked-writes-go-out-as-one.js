'use strict';
const net = require('net');

const server = net.createServer((socket) => {
  socket.on('data', (data) => console.log('data', data.toString('latin1')));
  socket.on('end', () => console.log('end', socket.bytesRead));
  socket.on('close', () => server.close());
}).listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1', () => {
    socket.cork();
    for (const [chunk, encoding] of [['text '], [Buffer.from('bytes ')], ['74776f20', 'hex'], ['\xe9 ', 'latin1'], [new Uint8Array([33])]]) {
      console.log(socket.write(chunk, encoding), socket.writableLength, socket.bytesWritten);
    }
    process.nextTick(() => {
      socket.uncork();
      console.log(socket.writableLength, socket.bytesWritten, socket.bufferSize);
      socket.end(() => console.log('finished'));
    });
  });
  console.log(socket.bufferSize, socket.bytesWritten);
});
