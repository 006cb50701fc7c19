// What a client connects to and sends when the environment names a proxy.
const http = require('http'),
  net = require('net');
const s = net
  .createServer((c) => {
    c.on('error', () => {});
    c.on('data', (d) => {
      console.log('PROXY got', JSON.stringify(String(d)).replaceAll(s.address().port, 'PORT'));
      if (/^CONNECT/.test(d)) c.write('HTTP/1.1 200 OK\r\n\r\n');
      else c.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
  })
  .listen(0, '127.0.0.1', async () => {
    const port = s.address().port;
    const P = `http://user:p%40ss@127.0.0.1:${port}`;
    const t = (f) => {
      try {
        return f();
      } catch (e) {
        console.log(e.name, e.code, e.message);
      }
    };
    for (const proxyEnv of [
      { HTTP_PROXY: P },
      { http_proxy: P, HTTP_PROXY: 'http://127.0.0.1:1' },
      { HTTPS_PROXY: P },
      { HTTP_PROXY: P, NO_PROXY: 'example.com' },
      { HTTP_PROXY: P, no_proxy: '.com' },
      { HTTP_PROXY: P, NO_PROXY: '*' },
      { HTTP_PROXY: 'foo' },
      { HTTP_PROXY: 'ftp://x' },
      { HTTP_PROXY: '127.0.0.1:' + port },
      { ALL_PROXY: P },
      { HTTP_PROXY: '' },
    ]) {
      console.log('==', JSON.stringify(proxyEnv).replaceAll(port, 'PORT'));
      const a = t(() => new http.Agent({ keepAlive: true, proxyEnv }));
      if (!a) continue;
      console.log(a.getName({ host: 'example.com', port: 81 }).replaceAll(port, 'PORT'));
      for (const o of [
        { host: 'example.com', path: '/x?y', port: 81 },
        { host: 'example.com', path: '/z', headers: { A: 1 }, method: 'POST' },
        { host: 'example.com', headers: ['Host', 'example.com', 'B', '2'] },
      ]) {
        const keep = await new Promise((r) => {
          const q = t(() =>
            http.request(
              {
                agent: a,
                lookup: (h, o, cb) => {
                  console.log('lookup', h);
                  cb(Object.assign(new Error('nolookup'), { code: 'X' }));
                },
                ...o,
              },
              (res) => {
                res.resume();
                res.on('close', () => {
                  console.log(Object.keys(a.freeSockets).map((x) => x.replaceAll(port, 'PORT')));
                  r(q);
                });
              },
            ),
          );
          if (!q) return r();
          q.on('error', (e) => {
            console.log('E', e.code, e.message.replaceAll(port, 'PORT'));
            r();
          });
          console.log(q.path, JSON.stringify(q.getHeaders()).replaceAll(port, 'PORT'));
          q.end();
        });
      }
      a.destroy();
    }
    console.log(t(() => http.setGlobalProxyFromEnv(1)));
    const undo = t(() => http.setGlobalProxyFromEnv({ HTTP_PROXY: P }));
    console.log(undo);
    console.log(http.globalAgent.options.proxyEnv !== undefined);
    undo && undo();
    s.close();
  });
