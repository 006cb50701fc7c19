// nginx as a reverse proxy in front of a node:http server: heads, bodies both ways, kept connections.
const http = require('node:http');
const { writeFileSync } = require('node:fs');
const { once } = require('node:events');
const { freePort, newFolder, start } = require('./real_server.js');

async function main() {
  const server = http.createServer((req, res) => {
    let size = 0;
    req.on('data', (chunk) => (size += chunk.length));
    req.on('end', () => {
      if (req.url === '/large') res.end(Buffer.alloc(1e6, 'x'));
      else if (req.url === '/chunks') res.write('a'), setImmediate(() => res.end('b'));
      else res.end(`${req.method} ${req.url} ${size} ${req.headers['x-from']}`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = await freePort();
  const folder = newFolder();
  writeFileSync(`${folder}/nginx.conf`, `
    daemon off; pid ${folder}/pid; error_log /dev/null; events {}
    http {
      access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; client_max_body_size 10m;
      upstream app { server 127.0.0.1:${server.address().port}; keepalive 4; }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://app; proxy_http_version 1.1;
        proxy_set_header Connection ""; proxy_set_header X-From nginx; } }
    }`);
  const stop = await start('/usr/sbin/nginx', ['-c', `${folder}/nginx.conf`], port, folder);
  for (const [method, path, body] of [['GET', '/'], ['POST', '/post', 'x'.repeat(2e6)], ['GET', '/large'], ['GET', '/chunks'], ['HEAD', '/']]) {
    const request = http.request({ host: '127.0.0.1', port, method, path });
    request.end(body);
    const [response] = await once(request, 'response');
    let text = '';
    for await (const chunk of response) text += chunk;
    console.log(method, path, response.statusCode, text.length > 100 ? text.length : text);
  }
  http.globalAgent.destroy();
  await stop();
  server.close(() => console.log('closed'));
  server.closeAllConnections();
}

main();
