// Clients and servers of packages over TLS: axios, got, node-fetch and ws, with a certificate that signed itself (openssl, until 2126).
import https from 'node:https';
import { createRequire } from 'node:module';
import axios from 'axios';
import got from 'got';
import fetch from 'node-fetch';

const { WebSocket, WebSocketServer } = createRequire(import.meta.url)('ws');

const key = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIK9NOcI0fhffRvw8t1lSYr8iGWEZ4JVt1PtrRHryNzqdoAoGCCqGSM49
AwEHoUQDQgAEJxPg8mkr2HV6BAn12KwX6MaObhL2GWI6m4nDAKQwlMsiRIJVscS7
y/XuU5wFAgw2gez5GAq5knZpUlpTc0Pzqw==
-----END EC PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUKadci29a48A//KNJvSJGigk+4qkwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNjExMDM0N1oYDzIxMjYxMDIz
MTEwMzQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQnE+DyaSvYdXoECfXYrBfoxo5uEvYZYjqbicMApDCUyyJEglWxxLvL
9e5TnAUCDDaB7PkYCrmSdmlSWlNzQ/Oro2kwZzAdBgNVHQ4EFgQU3BR6MGOrDv4E
huIzCJ7xdepvII0wHwYDVR0jBBgwFoAU3BR6MGOrDv4EhuIzCJ7xdepvII0wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAJ7FLUCur6wfwzUxnBUTsV6Jtg+rqAFdbVWEyy03rfhFAiEAucNzXh1e
QzfwnKLXD4uqVAX4M+B0mfuf4hIgUDTV/ag=
-----END CERTIFICATE-----`;

const server = https.createServer({ key, cert }, (req, res) => {
  let body = '';
  req.on('data', (chunk) => (body += chunk));
  req.on('end', () => {
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ method: req.method, url: req.url, body, secret: req.socket.encrypted }));
  });
});
await new Promise((resolve) => server.listen(0, resolve));
const url = `https://localhost:${server.address().port}`;
const httpsAgent = new https.Agent({ ca: cert, keepAlive: true });

console.log('axios', (await axios.post(`${url}/axios`, { a: 1 }, { httpsAgent })).data);
await axios.get(`${url}/axios`).catch((error) => console.log('axios', error.code));
console.log('got', await got.post(`${url}/got`, { json: { a: 1 }, https: { certificateAuthority: cert } }).json());
await got(`${url}/got`, { retry: { limit: 0 } }).catch((error) => console.log('got', error.code));
console.log('node-fetch', await (await fetch(`${url}/fetch`, { agent: httpsAgent })).json());

const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket) => socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })));
const socket = new WebSocket(url.replace('https', 'wss'), { ca: cert });
await new Promise((resolve) => socket.on('open', resolve));
for (const message of ['hello', Buffer.alloc(200_000, 'x')]) {
  socket.send(message);
  const [data, isBinary] = await new Promise((resolve) => socket.once('message', (...args) => resolve(args)));
  console.log('ws', data.length, isBinary);
}
socket.close(1000, 'enough');
console.log('ws', ...(await new Promise((resolve) => socket.on('close', (code, reason) => resolve([code, reason.toString()])))));
httpsAgent.destroy();
https.globalAgent.destroy();
server.closeAllConnections();
server.close(() => console.log('closed'));
