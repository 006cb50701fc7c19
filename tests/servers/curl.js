// curl against a node:http server: kept connections, uploads with Expect, ranges of methods, chunks.
const http = require('node:http');
const { execFile } = require('node:child_process');
const { promisify } = require('node:util');

const server = http.createServer((req, res) => {
  let size = 0;
  req.on('data', (chunk) => (size += chunk.length));
  req.on('end', () => {
    res.sendDate = false;
    res.write(`${req.method} ${req.url} `);
    res.end(`${size}\n`);
  });
}).listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const curl = async (...args) => {
    const { stdout } = await promisify(execFile)('curl', ['-s', ...args]);
    console.log(stdout);
  };
  await curl('-i', `${base}/one`);
  await curl(`${base}/a`, `${base}/b`, '-w', '%{num_connects} ');
  await curl('-I', `${base}/head`);
  await curl('-d', 'x'.repeat(100000), '-H', 'Expect: 100-continue', `${base}/upload`);
  await curl('-X', 'PUT', '-H', 'Transfer-Encoding: chunked', '-d', 'chunked', `${base}/put`);
  await curl('--http1.0', '-i', `${base}/old`);
  server.close(() => console.log('closed'));
});
