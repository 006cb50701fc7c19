'use strict';
// What a Connection header says, and what comes after it.

const { show } = require('../raw_http.js');

const host = 'Host: a\r\n';

show([
  'GET / HTTP/1.1\r\n' + host + 'Connection: close\r\n\r\nGET / HTTP/1.1\r\n' + host + '\r\n',
  'GET / HTTP/1.1\r\n' + host + 'Connection: close\r\n\r\n\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\n\r\n',
  'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n',
  'GET / HTTP/1.1\r\n' + host + 'Connection: keep-alive, close\r\n\r\nx',
  'GET / HTTP/1.1\r\n' + host + 'Connection: foo,close\r\n\r\nx',
  'GET / HTTP/1.1\r\n' + host + 'Connection: close,foo\r\n\r\nx',
  'GET / HTTP/1.1\r\n' + host + 'Connection: closex\r\n\r\nx',
  'GET / HTTP/1.1\r\n' + host + 'Connection: close keep-alive\r\n\r\nx',
  'GET / HTTP/1.1\r\n' + host + 'Proxy-Connection: close\r\n\r\nx',
  'GET / HTTP/1.1\r\n' + host + 'Connection:  close\t\r\n\r\nx',
  'GET / HTTP/1.1\r\n' + host + 'Connection: close\r\nConnection: keep-alive\r\n\r\nx',
  'GET / HTTP/1.1\r\n' + host + 'Connection: CLOSE\r\n\r\nx',
  'GET / HTTP/1.1\r\n' + host + 'Connection: foo close\r\n\r\nx',
]);
