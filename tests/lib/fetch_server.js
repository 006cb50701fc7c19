'use strict';
// A server for the programs of fetch/, and what they print: each call's own text and what it gave.

const fs = require('fs');
const http = require('http');
const zlib = require('zlib');
const { inspect } = require('util');

const compress = {
  gzip: zlib.gzipSync, 'x-gzip': zlib.gzipSync, deflate: zlib.deflateSync, 'deflate-raw': zlib.deflateRawSync, br: zlib.brotliCompressSync,
  'gzip, br': (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes)), unknown: (bytes) => bytes, bad: (bytes) => bytes,
};
const shownAs = { bad: 'gzip', 'deflate-raw': 'deflate' };

const answers = {
  '/echo': (req, res, body) => {
    res.setHeader('X-Method', req.method);
    res.end(JSON.stringify([req.method, req.url, req.rawHeaders, body]));
  },
  '/redirect': (req, res, body, query) => {
    res.writeHead(Number(query.get('s') ?? 302), { Location: query.get('to') ?? '/echo' });
    res.end('moved');
  },
  '/loop': (req, res) => res.writeHead(302, { Location: '/loop' }).end(),
  '/nolocation': (req, res) => res.writeHead(302).end('none'),
  '/gzip': (req, res, body, query) => {
    const coding = query.get('e');
    res.setHeader('Content-Encoding', shownAs[coding] ?? coding);
    res.end(compress[coding](Buffer.from('hello '.repeat(10))));
  },
  '/cut': (req, res) => {
    res.writeHead(200, { 'Content-Length': 10 });
    res.write('abc');
    setTimeout(() => req.socket.destroy(), 30);
  },
  '/hang': () => {},
  '/slow': (req, res) => {
    res.write('a');
    setTimeout(() => res.end('b'), 50);
  },
  '/slowhang': (req, res) => res.write('a'),
  '/204': (req, res) => res.writeHead(204).end(),
  '/cookies': (req, res) => {
    res.setHeader('Set-Cookie', ['a=b', 'c=d']);
    res.setHeader('X', ['1', '2']);
    res.statusMessage = 'Fine';
    res.end('x');
  },
  '/close': (req) => req.socket.destroy(),
  '/bad': (req) => req.socket.end('garbage\r\n\r\n'),
};

function handle(req, res) {
  let body = '';
  req.setEncoding('latin1').on('data', (text) => { body += text; });
  req.on('error', () => {});
  req.on('end', () => {
    const { pathname, searchParams } = new URL(req.url, 'http://x');
    res.sendDate = false;
    if (answers[pathname] === undefined) res.writeHead(404).end('none');
    else answers[pathname](req, res, body, searchParams);
  });
}

const report = (error) => {
  if (!(error instanceof Error || error?.name)) return `throws ${inspect(error)}`;
  const { cause } = error;
  const why = cause === undefined ? '' : ` because of ${cause.name} ${cause.code ?? ''} ${cause.message}`;
  return `throws ${error.name} ${error.code ?? ''}: ${error.message}${why}`;
};

// The calls are one line each of that file, which is printed: a function's own text may not be what was written.
function ask(file, calls) {
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter((line) => line.startsWith('  async ('));
  const server = http.createServer(handle);
  server.listen(0, '127.0.0.1', async () => {
    const port = String(server.address().port);
    for (const [index, call] of calls.entries()) {
      let result;
      try {
        result = await call(`http://127.0.0.1:${port}`);
        if (typeof result !== 'string') result = inspect(result, { breakLength: Infinity, depth: 4 });
      } catch (error) {
        result = report(error);
      }
      console.log(`${lines[index].replace(/^ *async \((?:base)?\) => |,$/g, '')}\n  ${result.replaceAll(port, 'PORT')}`);
    }
    server.closeAllConnections();
    server.close();
  });
}

module.exports = { ask };
