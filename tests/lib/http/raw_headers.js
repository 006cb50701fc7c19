'use strict';
// Names and values of headers, the ends of their lines, and what must not be in them.

const { show } = require('../raw_http.js');

const host = 'Host: a\r\n';

show([
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\n: a\r\n',
  'GET / HTTP/1.1\r\n a: b\r\n',
  'GET / HTTP/1.1\r\na : b\r\n',
  'GET / HTTP/1.1\r\na\r\n',
  'GET / HTTP/1.1\r\na b: c\r\n',
  'GET / HTTP/1.1\r\na\x00: c\r\n',
  'GET / HTTP/1.1\r\na: b\x00\r\n',
  'GET / HTTP/1.1\r\na: b\x01c\r\n',
  'GET / HTTP/1.1\r\na: b\x7f\r\n',
  'GET / HTTP/1.1\r\n' + host + 'a: b\xff\xe9\r\n\r\n',
  'GET / HTTP/1.1\r\n' + host + 'a: b\tc \t \r\n\r\n',
  'GET / HTTP/1.1\r\na: b\n',
  'GET / HTTP/1.1\r\na: b\rc',
  'GET / HTTP/1.1\r\na: b\r\n c\r\n',
  'GET / HTTP/1.1\r\na: b\r\n\tc\r\n',
  'GET / HTTP/1.1\r\na:\r\n c\r\n',
  'GET / HTTP/1.1\r\na:\n',
  'GET / HTTP/1.1\r\na:\rx',
  'GET / HTTP/1.1\r\n' + host + 'a:\r\n\r\n',
  'GET / HTTP/1.1\r\n' + host + 'a:   \r\n\r\n',
  'GET / HTTP/1.1\r\n' + host + '\n',
  'GET / HTTP/1.1\r\n' + host + '\rx',
  'GET / HTTP/1.1\r\n' + host + '\xe9a: b\r\n\r\n',
  'GET / HTTP/1.1\r\n"a": b',
  'GET / HTTP/1.1\r\n(a: b',
  'GET / HTTP/1.1\r\n\tb: c\r\n',
  'GET / HTTP/1.1\r\nConnectionx : a',
  'GET / HTTP/1.1\r\nHost : a',
  'GET / HTTP/1.1\r\nConnection : a',
  'GET / HTTP/1.1\r\nUpgrade\r\n',
  'GET / HTTP/1.1\r\nConnection\x01: a',
  'GET / HTTP/1.1\r\n' + host + 'Upgrade: h2c\r\nConnection: upgrade, HTTP2-Settings\r\n\r\n',
]);
