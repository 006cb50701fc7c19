// socket.io, server and client, first by polling and then by WebSocket: events, acknowledgements, rooms, bytes.
const { Server } = require('socket.io');
const { io } = require('socket.io-client');
const http = require('node:http');

const server = http.createServer();
const hub = new Server(server);
hub.on('connection', (socket) => {
  socket.on('add', (a, b, answer) => answer(a + b));
  socket.on('join', (room) => {
    socket.join(room);
    hub.to(room).emit('joined', room);
  });
  socket.on('bytes', (bytes) => socket.emit('bytes', Buffer.concat([bytes, bytes])));
});

function talk(port, transports) {
  return new Promise((resolve) => {
    const socket = io(`http://127.0.0.1:${port}`, { transports, reconnection: false, forceNew: true });
    socket.on('connect', async () => {
      console.log(transports.join(), 'connected by', socket.io.engine.transport.name);
      console.log('add', await socket.emitWithAck('add', 2, 3));
      socket.emit('join', 'room');
    });
    socket.on('joined', (room) => {
      console.log('joined', room);
      socket.emit('bytes', Buffer.from([1, 2, 3]));
    });
    socket.on('bytes', (bytes) => {
      console.log('bytes', Buffer.from(bytes).toString('hex'));
      socket.disconnect();
    });
    socket.on('disconnect', (reason) => {
      console.log('disconnected:', reason);
      resolve();
    });
    socket.on('connect_error', (error) => {
      console.log('failed:', error.message);
      resolve();
    });
  });
}

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  await talk(port, ['polling']);
  await talk(port, ['websocket']);
  hub.close(() => console.log('closed'));
});
