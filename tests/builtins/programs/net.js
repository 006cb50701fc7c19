// A TCP server and its client over loopback.
const say = (text) => console.log(text);
const net = require('net');
const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  let got = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => { got += chunk; });
  socket.on('end', () => { say('server got ' + got); socket.end('answer to ' + got); });
  socket.on('close', (failed) => { say('server closed ' + failed); server.close(() => { say('server is closed'); refuse(); }); });
});
server.listen(0, '127.0.0.1', () => {
  const { port, family } = server.address();
  say('listening ' + family);
  const client = net.connect({ port, host: '127.0.0.1' }, () => say('connected'));
  client.write('first ');
  client.write(Buffer.from('second '));
  client.end('third');
  client.on('data', (chunk) => say('client got ' + chunk.latin1Slice(0, chunk.length)));
  client.on('end', () => say('client end'));
  client.on('close', () => say('client closed'));
  globalThis.port = port;
});
function refuse() {
  const client = net.connect(globalThis.port, '127.0.0.1');
  client.on('error', (error) => say(error.code + ' ' + error.syscall));
  client.on('close', (failed) => say('closed ' + failed));
}
