// Chromium loads a page from a node:http server, fetches from it and speaks with it over a WebSocket of ws.
const http = require('node:http');
const { execFile } = require('node:child_process');
const { rmSync } = require('node:fs');
const { WebSocketServer } = require('ws');
const { newFolder } = require('./real_server.js');

const page = `<!doctype html><p id=out></p><script>
  const out = document.getElementById('out');
  (async () => {
    const fetched = await (await fetch('/data', { method: 'POST', body: 'from the page' })).text();
    const ws = new WebSocket('ws://' + location.host + '/ws');
    ws.onopen = () => ws.send('hello');
    ws.onmessage = ({ data }) => fetch('/done', { method: 'POST', body: fetched + '; ' + data });
  })();
</script>`;

const folder = newFolder();
let browser;
const server = http.createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => (body += chunk));
  req.on('end', () => {
    if (req.url === '/') res.setHeader('Content-Type', 'text/html').end(page);
    else if (req.url === '/data') res.end(`fetched, sent: ${body}`);
    else if (req.url !== '/done') res.writeHead(404).end();
    else {
      res.end();
      console.log(body);
      browser.kill();
    }
  });
});
const sockets = new WebSocketServer({ server, path: '/ws' });
sockets.on('connection', (ws) => ws.on('message', (data) => ws.send(`echo of ${data}`)));
server.listen(0, '127.0.0.1', () => {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--remote-debugging-port=0'];
  browser = execFile('chromium', [...flags, `--user-data-dir=${folder}`, `http://127.0.0.1:${server.address().port}/`], () => {
    for (const ws of sockets.clients) ws.terminate();
    server.closeAllConnections();
    server.close(() => console.log('closed'));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
});
