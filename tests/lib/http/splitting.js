'use strict';
// CR, LF and NUL cannot be smuggled into a message that is sent, whichever way they come: every entry for a name, a value, a
// path, a method or a status text says so before a byte is written. So do those for what is no token.

const http = require('http');

const BAD = ['a\r\nb: c', 'a\nb', 'a\rb', 'a\0b', 'a\u0100b', 'a\x7fb', 'a\x01b'];
const BAD_NAMES = ['a\r\nb', 'a b', 'a:', '', 'a\0', '\u00e4', 'a(', 'a"'];

function attempt(what, work) {
  let outcome;
  try {
    const result = work();
    outcome = result !== null && typeof result === 'object' ? 'taken' : `taken ${JSON.stringify(result)}`;
  } catch (error) {
    outcome = `${error.name} ${error.code}: ${error.message}`;
  }
  console.log(`${what}: ${JSON.stringify(outcome).slice(1, -1)}`);
}

const response = () => new http.ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1, headers: {} });
const request = (options) => {
  const made = http.request({ host: '127.0.0.1', port: 9, createConnection: () => new (require('stream').Duplex)({ read() {}, write() {} }), ...options });
  made.on('error', () => {});
  made.destroy();
  return made;
};

for (const [index, bad] of BAD.entries()) {
  const name = `value ${index}`;
  attempt(`${name} setHeader`, () => response().setHeader('X', bad));
  attempt(`${name} setHeader list`, () => response().setHeader('X', ['ok', bad]));
  attempt(`${name} appendHeader`, () => response().appendHeader('X', bad));
  attempt(`${name} appendHeader list`, () => response().appendHeader('X', ['ok', bad]));
  attempt(`${name} setHeaders Map`, () => response().setHeaders(new Map([['X', bad]])));
  attempt(`${name} writeHead object`, () => response().writeHead(200, { X: bad }));
  attempt(`${name} writeHead list`, () => response().writeHead(200, ['X', bad]));
  attempt(`${name} writeHead pairs`, () => response().writeHead(200, [['X', bad]]));
  attempt(`${name} writeHead after setHeader`, () => { const res = response(); res.setHeader('Y', 'z'); return res.writeHead(200, { X: bad }); });
  attempt(`${name} writeHead list after setHeader`, () => { const res = response(); res.setHeader('Y', 'z'); return res.writeHead(200, ['X', bad]); });
  attempt(`${name} writeHead text`, () => response().writeHead(200, bad));
  attempt(`${name} statusMessage`, () => { const res = response(); res.statusMessage = bad; return res.writeHead(200); });
  attempt(`${name} statusMessage end`, () => { const res = response(); res.statusMessage = bad; return res.end('x'); });
  attempt(`${name} addTrailers`, () => response().addTrailers({ X: bad }));
  attempt(`${name} addTrailers pairs`, () => response().addTrailers([['X', bad]]));
  attempt(`${name} writeEarlyHints link`, () => response().writeEarlyHints({ link: bad }));
  attempt(`${name} writeEarlyHints link in form`, () => response().writeEarlyHints({ link: `</a${bad}>; rel=preload` }));
  attempt(`${name} writeEarlyHints other`, () => response().writeEarlyHints({ link: '</a>; rel=preload', x: bad }));
  attempt(`${name} writeInformation`, () => response().writeInformation?.(103, { x: bad }));
  attempt(`${name} cookie`, () => response().setHeader('Set-Cookie', ['a=b', bad]));
  attempt(`${name} request headers`, () => request({ headers: { X: bad } }));
  attempt(`${name} request header list`, () => request({ headers: ['X', bad] }));
  attempt(`${name} request setHeader`, () => request({}).setHeader('X', bad));
  attempt(`${name} request path`, () => request({ path: `/${bad}` }));
  attempt(`${name} request path set`, () => { request({}).path = `/${bad}`; });
  attempt(`${name} request url`, () => http.request(new URL(`http://127.0.0.1:9/${bad}`)).on('error', () => {}).destroy().path);
  attempt(`${name} request method`, () => request({ method: bad }));
  attempt(`${name} request host header`, () => request({ headers: { Host: bad } }));
  attempt(`${name} request host`, () => request({ host: bad }));
  attempt(`${name} request auth`, () => request({ auth: bad }).getHeader('authorization'));
  attempt(`${name} request trailers`, () => request({ method: 'POST' }).addTrailers({ X: bad }));
  attempt(`${name} validateHeaderValue`, () => http.validateHeaderValue('x', bad));
}

for (const [index, bad] of BAD_NAMES.entries()) {
  const name = `name ${index}`;
  attempt(`${name} setHeader`, () => response().setHeader(bad, 'x'));
  attempt(`${name} appendHeader`, () => response().appendHeader(bad, 'x'));
  attempt(`${name} setHeaders Map`, () => response().setHeaders(new Map([[bad, 'x']])));
  attempt(`${name} writeHead object`, () => response().writeHead(200, { [bad]: 'x' }));
  attempt(`${name} writeHead list`, () => response().writeHead(200, [bad, 'x']));
  attempt(`${name} addTrailers`, () => response().addTrailers({ [bad]: 'x' }));
  attempt(`${name} writeEarlyHints other`, () => response().writeEarlyHints({ link: '</a>; rel=preload', [bad]: 'x' }));
  attempt(`${name} request headers`, () => request({ headers: { [bad]: 'x' } }));
  attempt(`${name} request header list`, () => request({ headers: [bad, 'x'] }));
  attempt(`${name} request method`, () => request({ method: bad }));
  attempt(`${name} validateHeaderName`, () => http.validateHeaderName(bad));
}

for (const value of [undefined, null, {}, [], 1, Symbol.iterator, true]) {
  attempt(`setHeader ${String(value)}`, () => response().setHeader('X', value).getHeader('x'));
  attempt(`setHeader name ${String(value)}`, () => response().setHeader(value, 'x'));
  attempt(`addTrailers ${String(value)}`, () => response().addTrailers({ X: value }));
  attempt(`method ${String(value)}`, () => request({ method: value }).method);
  attempt(`path ${String(value)}`, () => request({ path: value }).path);
  attempt(`status ${String(value)}`, () => response().writeHead(value));
}
for (const status of [99, 100, 199.5, 999, 1000, -1, NaN, '200', '20\r\n0', 'abc', 2e9]) {
  attempt(`status ${JSON.stringify(status)}`, () => response().writeHead(status).statusCode);
  attempt(`writeInformation ${JSON.stringify(status)}`, () => response().writeInformation?.(status));
}
