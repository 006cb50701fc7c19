const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const net = require('node:net');
const server = als.run('server', () => net.createServer((socket) => {
  say('connection');
  socket.on('data', (data) => { say(`server has ${data}`); als.run('answer', () => socket.end('pong')); });
  als.run('closer', () => server.close(() => say('server closed')));
}));
als.run('listen', () => server.listen(0, '127.0.0.1', () => {
  say('listening');
  als.run('client', () => {
    const client = net.connect(server.address().port, '127.0.0.1', () => { say('connected'); als.run('write', () => client.write('ping', () => say('written'))); });
    client.on('data', (data) => say(`client has ${data}`));
    client.on('end', () => say('end'));
  });
}));
