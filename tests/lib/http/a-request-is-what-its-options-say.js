// Options and arguments that are wrong, and what the right ones send.
const http = require('http');
const t = (f) => {
  try {
    const r = f();
    console.log('ok', typeof r);
    r.on && r.on('error', () => {});
    return r;
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }
};
t(() => new http.Agent({ maxTotalSockets: -1 }));
t(() => new http.Agent({ maxTotalSockets: 'a' }));
t(() => new http.Agent({ scheduling: 'x' }));
t(() => new http.Agent({ agentKeepAliveTimeoutBuffer: 'x' }));
console.log(
  new http.Agent({ agentKeepAliveTimeoutBuffer: -1 }).agentKeepAliveTimeoutBuffer,
  new http.Agent({ agentKeepAliveTimeoutBuffer: 0 }).agentKeepAliveTimeoutBuffer,
);
const a = new http.Agent();
console.log(
  a.getName(),
  '|',
  a.getName({ host: 'h', port: 1, localAddress: 'l', family: 4, socketPath: '/s' }),
  '|',
  a.getName({ family: 5 }),
  '|',
  a.getName({ host: 'h' }),
);
t(() => http.request({ agent: 1 }));
t(() => http.request({ agent: {} }));
t(() => http.request({ path: '/a b' }));
t(() => http.request({ path: '/\u0100' }));
t(() => http.request({ protocol: 'https:' }));
t(() => http.request({ protocol: 'https:', agent: false }));
t(() => http.request({ host: 1 }));
t(() => http.request({ hostname: 1 }));
t(() => http.request({ hostname: false }));
t(() => http.request({ method: 1 }));
t(() => http.request({ method: 'A B' }));
t(() => http.request({ insecureHTTPParser: 1 }));
t(() => http.request({ maxHeaderSize: 'a' }));
t(() => http.request({ maxHeaderSize: -1 }));
t(() => http.request({ joinDuplicateHeaders: 1 }));
t(() => http.request({ httpValidation: 'x' }));
t(() => http.request({ httpValidation: 'strict', insecureHTTPParser: true }));
t(() => http.request({ signal: 1 }));
t(() => http.request({ timeout: 'a' }));
t(() => http.request({ timeout: -1 }));
t(() => http.request('foo'));
t(() => http.request({ headers: ['a'] }));
t(() => http.request({ headers: { 'a b': 'x' } }));
t(() => http.request({ headers: { a: 'x\n' } }));
t(() => http.request({ headers: [['a']] }));
t(() => http.request({ setHost: 1 }));
t(() => http.request({ port: 'x' }));
t(() => http.request({ port: 99999 }));
t(() => http.request({ maxHeadersCount: 1 }));
t(() => http.request({ setDefaultHeaders: 1 }));
t(() => http.request(1));
t(() => http.request(null));
t(() => http.request());
const net = require('net');
const s = net
  .createServer((c) => {
    c.on('error', () => {});
    c.on('data', (d) => {
      console.log(JSON.stringify(String(d)).replaceAll(s.address().port, 'PORT'));
      c.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
  })
  .listen(0, '127.0.0.1', async () => {
    const port = s.address().port;
    const go = (o, b) =>
      new Promise((r) => {
        let q;
        try {
          q = http.request({ port, host: '127.0.0.1', ...o }, (res) => {
            res.resume();
            res.on('end', r);
          });
        } catch (e) {
          console.log('T', e.message);
          return r();
        }
        q.on('error', (e) => {
          console.log('E', e.message);
          r();
        });
        q.on('close', r);
        if (typeof b === 'function') b(q);
        else q.end(b);
      });
    for (const method of ['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT', 'PUT', 'get', 'TRACE', 'QUERY']) {
      console.log('--', method);
      await go({ method });
      if (method != 'CONNECT') await go({ method }, 'hi');
    }
    await go({ method: 'POST' }, (q) => {
      q.write('a');
      q.end('b');
    });
    await go({ method: 'GET' }, (q) => {
      q.write('a');
      q.end('b');
    });
    await go({ auth: 'a:b', headers: { Foo: ['a', 'b'] } });
    await go({ auth: 'a:b', headers: ['Foo', 'b', 'X', 'y'] });
    await go({
      headers: [
        ['A', '1'],
        ['A', '2'],
      ],
    });
    await go({ setHost: false });
    await go({ setHost: false, headers: { host: 'zz' } });
    await go({ setDefaultHeaders: false });
    await go({ setDefaultHeaders: false, method: 'POST' }, 'x');
    await go({ agent: false });
    await go({ agent: false, method: 'POST' }, 'x');
    await go({ agent: new http.Agent({ keepAlive: false }) });
    await go({ headers: { connection: 'close' } });
    await go({ headers: { Expect: '100-continue' }, method: 'POST' }, 'zz');
    await go({ headers: { Cookie: ['a', 'b'], 'X-A': ['1', '2'] }, uniqueHeaders: ['x-a'] });
    await go({ headers: { 'content-length': 2 }, method: 'POST' }, 'zz');
    await go({ headers: { 'transfer-encoding': 'chunked' }, method: 'GET' }, 'zz');
    await go({ host: 'localhost', port });
    await go({ headers: { host: '' } });
    await go({ path: 'http://abc/x' });
    await go({ search: '?zz', path: undefined, pathname: '/qq' });
    await go(Object.assign({}, { href: 'http://x/y' }));
    await go({}, (q) => {
      q.setHeader('x', 'y');
      q.flushHeaders();
      setTimeout(() => q.end(), 10);
    });
    await go({ method: 'POST' }, (q) => {
      q.setHeader('Trailer', 'y');
      q.addTrailers({ y: 1 });
      q.write('d');
      q.end();
    });
    s.close();
  });
