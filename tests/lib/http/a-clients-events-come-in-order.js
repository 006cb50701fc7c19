// Every event of a request, its socket and its answer, in order, whatever ends it and whenever.
const http = require('http'),
  net = require('net');
const log = (...a) => console.log(...a);
function spy(name, e, evs) {
  for (const ev of evs) e.on(ev, (...a) => log(name, ev, a[0] instanceof Error ? a[0].code + ' ' + a[0].message : ''));
}
const RE = [
  'socket',
  'response',
  'finish',
  'prefinish',
  'close',
  'abort',
  'drain',
  'timeout',
  'information',
  'continue',
  'error',
  'connect',
  'upgrade',
];
const RS = ['data', 'end', 'close', 'aborted', 'error', 'readable'];
const s = http.createServer((q, r) => {
  const u = q.url;
  q.resume();
  if (u === '/hang') return;
  if (u === '/kill') return q.socket.destroy();
  if (u === '/half') {
    r.write('abc');
    setTimeout(() => q.socket.destroy(), 20);
    return;
  }
  if (u === '/hints') {
    r.writeEarlyHints({ link: '</a>; rel=preload' });
    r.writeProcessing();
  }
  q.on('end', () => r.end('hello'));
});
s.on('upgrade', (q, c) => {
  c.end('HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nrest');
});
s.on('connect', (q, c) => {
  c.end('HTTP/1.1 200 S\r\n\r\nrest');
});
s.listen(0, '127.0.0.1', async () => {
  const port = s.address().port;
  async function run(title, o, act, resact) {
    log('==', title);
    const q = http.request({ port, host: '127.0.0.1', ...o });
    const evs = resact === null ? RE.filter((x) => x !== 'response') : RE;
    spy('req', q, title.startsWith('noup') ? evs.filter((x) => x !== 'upgrade' && x !== 'connect') : evs);
    const done = new Promise((r) => q.on('close', () => setTimeout(r, 30)));
    q.on('socket', (c) => spy('sock', c, ['connect', 'close', 'free', 'end', 'agentRemove']));
    q.on('upgrade', (r, c, h) => {
      log('up', r.statusCode, String(h));
      c.on('data', () => {});
    });
    q.on('connect', (r, c, h) => {
      log('conn', r.statusCode, String(h));
      c.resume();
    });
    if (resact !== null)
      q.on('response', (r) => {
        spy('res', r, ['end', 'close', 'aborted', 'error']);
        log('status', r.statusCode);
        (resact || ((r) => r.resume()))(r, q);
      });
    await act(q);
    await done;
    log(
      'state',
      q.destroyed,
      q.aborted,
      q.reusedSocket,
      q.writableFinished,
      q.writableEnded,
      q.finished,
      q.closed,
      q.errored && q.errored.code,
    );
  }
  const end = (q) => q.end();
  await run('plain', { agent: false }, end);
  const ag = new http.Agent({ keepAlive: true });
  await run('ka1', { agent: ag }, end);
  await run('ka2', { agent: ag }, end);
  await run('post', { agent: ag, method: 'POST' }, (q) => q.end('xx'));
  await run('postwrite', { agent: ag, method: 'POST' }, (q) => {
    q.write('a');
    setImmediate(() => q.end('xx'));
  });
  await run('expect', { agent: ag, method: 'POST', headers: { Expect: '100-continue' } }, (q) => {
    q.on('continue', () => q.end('xx'));
  });
  await run('hints', { agent: ag, path: '/hints' }, end);
  await run('destroy sync', { agent: ag }, (q) => {
    q.destroy();
  });
  await run('destroy sync err', { agent: ag }, (q) => {
    q.destroy(new Error('kaboom'));
  });
  await run('destroy tick fresh', { agent: false }, (q) => {
    process.nextTick(() => q.destroy());
  });
  await run('destroy tick ka', { agent: ag }, (q) => {
    q.end();
    process.nextTick(() => q.destroy());
  });
  await run('abort sync', { agent: ag }, (q) => {
    q.abort();
  });
  await run('abort tick', { agent: false }, (q) => {
    q.end();
    process.nextTick(() => q.abort());
  });
  await run('abort on socket', { agent: false }, (q) => {
    q.end();
    q.on('socket', (c) => q.abort());
  });
  await run('abort connected', { agent: false, path: '/hang' }, (q) => {
    q.end();
    setTimeout(() => q.abort(), 30);
  });
  await run('destroy connected', { agent: false, path: '/hang' }, (q) => {
    q.end();
    setTimeout(() => q.destroy(), 30);
  });
  await run('destroy in response', { agent: false }, end, (r, q) => q.destroy());
  await run('destroy err in response', { agent: false }, end, (r, q) => q.destroy(new Error('x')));
  await run('res destroy', { agent: false }, end, (r, q) => r.destroy());
  await run('abort in response', { agent: false }, end, (r, q) => q.abort());
  await run('res destroy half', { agent: false, path: '/half' }, end, (r, q) => {
    r.destroy();
  });
  await run('kill', { agent: false, path: '/kill' }, end);
  await run('half', { agent: false, path: '/half' }, end);
  await run('half readlater', { agent: false, path: '/half' }, end, (r) => {
    setTimeout(() => r.resume(), 50);
  });
  await run('timeout', { agent: false, path: '/hang', timeout: 20 }, (q) => {
    q.end();
    q.on('timeout', () => q.destroy());
  });
  await run('noresp listener', { agent: false }, end, null);
  await run('upgrade', { agent: false, headers: { connection: 'upgrade', upgrade: 'x' } }, end);
  await run('noup upgrade', { agent: false, headers: { connection: 'upgrade', upgrade: 'x' } }, end);
  await run('connect', { agent: false, method: 'CONNECT', path: 'a:1' }, end);
  const ac = new AbortController();
  await run('signal', { agent: false, signal: ac.signal, path: '/hang' }, (q) => {
    q.end();
    setTimeout(() => ac.abort(), 20);
  });
  await run('signal pre', { agent: false, signal: ac.signal, path: '/hang' }, (q) => {
    q.end();
  });
  await run('refused', { agent: false, port: 1 }, end);
  ag.destroy();
  s.close();
  s.closeAllConnections();
});
