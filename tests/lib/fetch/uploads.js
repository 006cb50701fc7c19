'use strict';
// A body that is sent as it is made: its source waits for the connection, and what it throws is what fetch throws.

const http = require('http');

const server = http.createServer((req, res) => {
  let length = 0;
  req.on('error', () => {});
  req.on('data', (bytes) => { length += bytes.length; });
  req.on('end', () => res.end(String(length)));
});

const chunk = Buffer.alloc(100_000, 'x');

function source(name, count, { throws = false, pause = 0 } = {}) {
  return (async function* () {
    try {
      for (let i = 0; i < count; i++) {
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
        yield chunk;
      }
      if (throws) throw new Error('the source failed');
    } finally {
      // Node lets a source go on that nobody wants any more.
      if (name !== 'aborted') console.log(`  ${name}: the source is over`);
    }
  })();
}

async function attempt(name, url, body, options = {}) {
  try {
    const response = await fetch(url, { method: 'POST', body, duplex: 'half', ...options });
    console.log(name, response.status, await response.text());
  } catch (error) {
    console.log(name, error.name, error.message, error.cause?.message ?? '');
  }
  await new Promise((resolve) => setTimeout(resolve, 80));
}

server.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  await attempt('whole', base, source('whole', 30));
  await attempt('failing', base, source('failing', 2, { throws: true }));
  await attempt('aborted', base, source('aborted', 100, { pause: 5 }), { signal: AbortSignal.timeout(60) });
  await attempt('a blob', base, new Blob(Array.from({ length: 30 }, () => chunk)), { duplex: undefined });
  await attempt('a text', base, 'é'.repeat(500_000), { duplex: undefined });
  server.closeAllConnections();
  server.close();
});
