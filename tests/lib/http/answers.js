'use strict';
// What a response looks like on the wire, by how it was written.

const http = require('http');
const net = require('net');

function answer(raw, handler, options = {}, prepare = () => {}) {
  return new Promise((resolve) => {
    let left = raw.split('HTTP/1').length - 1;
    let socket;
    const server = http.createServer(options, (req, res) => {
      res.sendDate = false;
      res.on('close', () => { if (--left === 0) setTimeout(() => socket.end(), 10); });
      handler(req, res);
    });
    prepare(server);
    server.listen(0, '127.0.0.1', () => {
      let heard = '';
      socket = net.connect(server.address().port, '127.0.0.1');
      socket.on('data', (chunk) => { heard += chunk.toString('latin1'); });
      socket.on('close', () => {
        console.log(String(handler).replace(/\s+/g, ' '));
        console.log(`    ${JSON.stringify(heard.replace(/Date: [^\r]*\r\n/g, ''))}`);
        server.close(resolve);
      });
      socket.write(raw);
      // Some are refused before a handler sees them.
      setTimeout(() => socket.end(), 1000).unref();
    });
  });
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const attempt = (res, change) => {
  try {
    change(res);
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message}`;
  }
  return 'fine';
};

(async () => {
  await answer(GET, (req, res) => res.end());
  await answer(GET, (req, res) => res.end('text'));
  await answer(GET, (req, res) => res.end('tëxt'));
  await answer(GET, (req, res) => res.end('tëxt', 'latin1'));
  await answer(GET, (req, res) => res.end('dGV4dA==', 'base64'));
  await answer(GET, (req, res) => res.end(Buffer.from('bytes')));
  await answer(GET, (req, res) => { res.write('a'); res.end(); });
  await answer(GET, (req, res) => { res.write('a'); res.write(Buffer.from('b')); res.end('c'); });
  await answer(GET, (req, res) => { res.write(''); res.write('b'); res.end(); });
  await answer(GET, (req, res) => { res.write('a'); setImmediate(() => { res.write('b'); res.end('c'); }); });
  await answer(GET, (req, res) => { res.setHeader('Content-Length', 2); res.write('a'); res.end('b'); });
  await answer(GET, (req, res) => { res.writeHead(200); res.end('a'); });
  await answer(GET, (req, res) => { res.writeHead(200, { 'Content-Length': 1 }); res.end('a'); });
  await answer(GET, (req, res) => { res.writeHead(404, 'Nowhere', { a: ['1', '2'], 'set-cookie': ['x', 'y'] }); res.end(); });
  await answer(GET, (req, res) => { res.writeHead(200, ['a', '1', 'a', '2']); res.end(); });
  await answer(GET, (req, res) => { res.writeHead(200, [['a', '1'], ['b', ['2', '3']]]); res.end(); });
  await answer(GET, (req, res) => { res.setHeader('A', '1'); res.writeHead(200, { a: '2', b: '3' }); res.end(); });
  await answer(GET, (req, res) => { res.setHeader('A', '1'); res.writeHead(200, ['a', '2', 'a', '3']); res.end(); });
  await answer(GET, (req, res) => { res.statusMessage = 'Hm'; res.statusCode = 299; res.end(); });
  await answer(GET, (req, res) => { res.statusCode = 999; res.end(); });
  await answer(GET, (req, res) => { res.statusCode = 204; res.end('no'); });
  await answer(GET, (req, res) => { res.writeHead(304, { 'Transfer-Encoding': 'chunked' }); res.end(); });
  await answer('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n', (req, res) => res.end('text'));
  await answer('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n', (req, res) => { res.setHeader('Content-Length', 4); res.end('text'); });
  await answer('GET / HTTP/1.0\r\n\r\n', (req, res) => { res.write('a'); res.end('b'); });
  await answer('GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', (req, res) => res.end('a'));
  await answer('GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', (req, res) => { res.setHeader('Content-Length', 1); res.end('a'); });
  await answer(GET, (req, res) => { res.setHeader('Connection', 'close'); res.end('a'); });
  await answer(GET, (req, res) => { res.setHeader('Connection', 'keep-alive'); res.end('a'); });
  await answer(GET, (req, res) => { res.setHeader('Keep-Alive', 'timeout=9'); res.end('a'); });
  await answer(GET, (req, res) => { res.shouldKeepAlive = false; res.end('a'); });
  await answer(GET, (req, res) => { res.removeHeader('Connection'); res.end('a'); });
  await answer(GET, (req, res) => { res.removeHeader('Content-Length'); res.end('a'); });
  await answer(GET, (req, res) => { res.removeHeader('Transfer-Encoding'); res.write('a'); res.end('b'); });
  await answer(GET, (req, res) => { res.setHeader('Transfer-Encoding', 'chunked'); res.end('a'); });
  await answer(GET, (req, res) => { res.setHeader('Trailer', 'x'); res.write('a'); res.addTrailers({ x: '1', y: ['2', '3'] }); res.end(); });
  await answer(GET, (req, res) => { res.addTrailers([['x', '1']]); res.end('a'); });
  await answer(GET, (req, res) => { res.appendHeader('a', '1'); res.appendHeader('A', ['2', '3']); res.end(); });
  await answer(GET, (req, res) => { res.setHeaders(new Map([['a', '1'], ['set-cookie', ['x', 'y']]])); res.end(); });
  await answer(GET, (req, res) => { res.flushHeaders(); res.end('a'); });
  await answer(GET, (req, res) => { res.cork(); res.write('a'); res.write('b'); res.uncork(); res.end(); });
  await answer(GET, (req, res) => { res.writeContinue(); res.writeProcessing(); res.end(); });
  await answer(GET, (req, res) => { res.writeEarlyHints({ link: '</a>; rel=preload', 'x-a': 'b' }); res.end(); });
  await answer(GET, (req, res) => { res.writeEarlyHints({ link: ['</a>; rel=preload', '</b>; rel=preload'] }); res.end(); });
  await answer(GET, (req, res) => { res.writeInformation(110, { a: ['b', 'c'] }); res.end(); });
  await answer(GET, (req, res) => { res.strictContentLength = true; res.setHeader('Content-Length', 1); res.flushHeaders(); console.log(attempt(res, () => res.write('ab'))); res.end('a'); });
  await answer(GET, (req, res) => { console.log(attempt(res, () => res.writeHead(200, 'a\r\nb: c'))); res.statusMessage = ''; res.end(); });
  const refused = [
    (res) => res.setHeader('a b', '1'), (res) => res.setHeader('a', '1\n'), (res) => res.setHeader('a', undefined),
    (res) => res.setHeader('', '1'), (res) => res.writeHead(99), (res) => res.writeHead(1000), (res) => res.writeHead('x'),
    (res) => res.writeHead(200, ['a']), (res) => res.writeHead(200, { a: 'b\0' }),
    (res) => res.addTrailers({ 'a b': '1' }), (res) => res.addTrailers({ a: '\r\n' }), (res) => res.write(null), (res) => res.write(1),
    (res) => res.end({}), (res) => res.appendHeader('a', '\n'), (res) => res.setHeaders({}), (res) => res.setHeaders([]),
    (res) => res.getHeader(1), (res) => res.removeHeader(), (res) => res.hasHeader(), (res) => res.writeInformation(200),
    (res) => res.writeInformation(101), (res) => res.writeEarlyHints('x'), (res) => res.writeEarlyHints({ link: 'x' }),
    (res) => res.writeEarlyHints({ link: 1 }), (res) => res.assignSocket(res.socket),
  ];
  await answer(GET, (req, res) => { for (const change of refused) console.log(`${change} ${attempt(res, change)}`); res.end(); });
  const late = [
    (res) => res.setHeader('a', '1'), (res) => res.appendHeader('a', '1'), (res) => res.removeHeader('a'), (res) => res.writeHead(200),
    (res) => res.setHeaders(new Map()), (res) => res.writeInformation(110), (res) => res._renderHeaders(),
  ];
  await answer(GET, (req, res) => { res.flushHeaders(); for (const change of late) console.log(`${change} ${attempt(res, change)}`); res.end(); });
  await answer(GET, (req, res) => { res.end('no'); }, { keepAliveTimeout: 0 });
  await answer(GET.repeat(3), (req, res) => { res.end('a'); }, {}, (server) => { server.maxRequestsPerSocket = 2; });
  await answer('GET / HTTP/1.1\r\n\r\n', (req, res) => { res.end('a'); }, { requireHostHeader: false });
  await answer('GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n', (req, res) => res.end('a'));
  await answer('GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n', (req, res) => res.end('a'));
  await answer('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n', (req, res) => { console.log(attempt(res, () => res.write('a'))); res.end(); },
               { rejectNonStandardBodyWrites: true });
  await answer(GET, (req, res) => { res.setHeader('a', ['1', '2']); res.end(); }, { uniqueHeaders: ['a'] });
})();
