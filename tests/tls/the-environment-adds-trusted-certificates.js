'use strict';
const fs = require('fs');
const path = require('path');
const https = require('https');
const { spawn } = require('child_process');
const file = (name) => path.join(__dirname, 'keys', name);
if (process.argv[2] !== undefined) {
  https.get({ port: Number(process.argv[2]), agent: false }, (response) => {
    console.log(response.statusCode, response.socket.authorized, response.socket.authorizationError);
    response.resume();
  }).on('error', (error) => console.log(error.code));
} else {
  const server = https.createServer({ key: fs.readFileSync(file('localhost.key')), cert: fs.readFileSync(file('localhost.pem')) }, (request, response) => response.end('x'));
  server.listen(0, async () => {
    for (const env of [{}, { NODE_EXTRA_CA_CERTS: file('root.pem') }, { NODE_EXTRA_CA_CERTS: '/no/such/file' }, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }]) {
      const child = spawn(process.execPath, [__filename, String(server.address().port)], { env: { ...process.env, ...env } });
      let out = '';
      let err = '';
      child.stdout.on('data', (data) => { out += data; });
      child.stderr.on('data', (data) => { err += data; });
      await new Promise((resolve) => child.on('close', resolve));
      console.log(Object.keys(env), out.trim(), err.replace(/\(node:\d+\)/, '').split('\n')[0]);
    }
    server.close();
  });
}
