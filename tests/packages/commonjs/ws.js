// ws, server and client: text and binary messages, fragments, pings, large messages, closing with a code, a refused upgrade.
const { WebSocket, WebSocketServer } = require('ws');
const http = require('node:http');

const server = http.createServer((req, res) => res.end('plain'));
const sockets = new WebSocketServer({ noServer: true });
server.on('upgrade', (req, socket, head) => {
  if (req.url === '/no') {
    socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    return;
  }
  sockets.handleUpgrade(req, socket, head, (ws) => sockets.emit('connection', ws, req));
});
sockets.on('connection', (ws, req) => {
  console.log('server: connection', req.url);
  ws.on('message', (data, isBinary) => ws.send(data, { binary: isBinary }));
  ws.on('ping', (data) => console.log('server: ping', String(data)));
  ws.on('close', (code, reason) => console.log('server: close', code, String(reason)));
});

server.listen(0, '127.0.0.1', () => {
  const url = `ws://127.0.0.1:${server.address().port}`;
  const client = new WebSocket(`${url}/yes`);
  const expected = ['text', 'ünïcode', 'bytes', 'large', 'fragments'];
  client.on('open', () => {
    console.log('client: open', client.protocol, client.readyState);
    client.send('text');
    client.send('ünïcode');
    client.send(Buffer.from([0, 1, 254, 255]));
    client.send('x'.repeat(300000));
    client.send('one ', { fin: false });
    client.send('two', { fin: true });
  });
  client.on('message', (data, isBinary) => {
    console.log('client:', expected.shift(), isBinary, data.length, data.subarray(0, 12).toString('hex'));
    if (expected.length === 0) client.ping('are you there');
  });
  client.on('pong', (data) => {
    console.log('client: pong', String(data));
    client.close(4001, 'enough');
  });
  client.on('close', (code, reason) => {
    console.log('client: close', code, String(reason));
    const refused = new WebSocket(`${url}/no`);
    refused.on('error', (error) => console.log('refused:', error.message));
    refused.on('close', (refusedCode) => {
      console.log('refused: close', refusedCode);
      server.close(() => console.log('closed'));
    });
  });
});
