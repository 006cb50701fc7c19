// A cluster with one worker that shares a port; it is changed like its parent.
const say = (text) => console.log(text);
const cluster = require('cluster');
const net = require('net');
if (cluster.isPrimary) {
  cluster.on('online', () => say('online'));
  cluster.on('exit', (worker, code) => say('exit ' + code + ' ' + worker.exitedAfterDisconnect));
  const worker = cluster.fork();
  worker.on('message', (message) => {
    if (message !== 'connected') return;
    say('message ' + message);
    worker.disconnect();
  });
  worker.on('listening', ({ port }) => {
    const client = net.connect(port, '127.0.0.1');
    let text = '';
    client.on('data', (chunk) => { text += chunk.latin1Slice(0, chunk.length); });
    client.on('end', () => say('answer ' + text));
  });
} else {
  const server = net.createServer((socket) => {
    socket.end('of worker ' + cluster.worker.id);
    process.send('connected');
  });
  server.listen(0, '127.0.0.1');
}
