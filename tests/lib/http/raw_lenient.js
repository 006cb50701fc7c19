'use strict';
// insecureHTTPParser, and httpValidation: what is taken then, and what not even then.

const { show } = require('../raw_http.js');

const host = 'Host: a\r\n';
const post = `POST / HTTP/1.1\r\n${host}`;
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;

(async () => {
  await show([
    'GET / HTTP/1.1\n' + host + '\r\n',
    'GET / HTTP/1.1\nHost: a\n\n',
    'GET / HTTP/1.1\r\nHost: a\r\na : b\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\na: b\x01\x00c\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\na: b\r\n c\r\n\td\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\na:\r\n c\r\n\r\n',
    post + 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    post + 'Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc',
    post + 'Transfer-Encoding: chunked, gzip\r\n\r\nabc',
    post + 'Transfer-Encoding: gzip\r\n\r\nabc',
    'GET / HTTP/1.1\r\n' + host + 'Connection: close\r\n\r\nGET / HTTP/1.1\r\n' + host + '\r\n',
    'GET / HTTP/1.7\r\n' + host + '\r\n',
    chunked + '3 \r\nabc\r\n0\r\n\r\n',
    chunked + '3\r\nabc0\r\n\r\n',
    'GET / HTTP/1.1\rHost: a\r\r',
    'GET /\xff HTTP/1.1\r\n' + host + '\r\n',
    'GET / HTTP/1.1\r\n a: b\r\n' + host + '\r\n',
    chunked + '3; a=b\r\nabc\r\n0\r\n\r\n',
    chunked + '3;a\nabc\r\n0\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\na b: c\r\n\r\n',
  ], { insecureHTTPParser: true });
  for (const httpValidation of ['strict', 'relaxed', 'insecure']) {
    console.log(httpValidation);
    await show([
      'GET / HTTP/1.1\r\nHost: a\r\na: b\x01\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\na: b\x7f\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\na: b\r\n c\r\n\r\n',
    ], { httpValidation });
  }
})();
