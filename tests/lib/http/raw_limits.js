'use strict';
// How much of a head is too much.

const { show } = require('../raw_http.js');

const host = 'Host: a\r\n';

show([
  'GET / HTTP/1.1\r\n' + host + 'a: ' + 'b'.repeat(16500) + '\r\n\r\n',
  'GET / HTTP/1.1\r\n' + host + 'a: ' + 'b'.repeat(16384 - 6 - 1) + '\r\n\r\n',
  'GET / HTTP/1.1\r\n' + host + 'a: ' + 'b'.repeat(16384 - 7) + '\r\n\r\n',
  'GET / HTTP/1.1\r\n' + host + 'a: ' + 'b'.repeat(16384 - 8) + '\r\n\r\n',
  'GET /' + 'b'.repeat(16383) + ' HTTP/1.1\r\n' + host + '\r\n',
  'GET /' + 'b'.repeat(16300) + ' HTTP/1.1\r\n' + host + '\r\n',
  'GET / HTTP/1.1\r\n' + 'b'.repeat(16383),
  'GET / HTTP/1.1\r\n' + 'b'.repeat(16382),
  'GET / HTTP/1.1\r\n' + host + 'a: b\r\n'.repeat(2500) + '\r\n',
]);
