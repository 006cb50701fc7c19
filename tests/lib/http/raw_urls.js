'use strict';
// What a request may ask for.

const { show } = require('../raw_http.js');

const host = 'Host: a\r\n';

show([
  'GET x HTTP/1.1\r\n' + host + '\r\n',
  'GET * HTTP/1.1\r\n' + host + '\r\n',
  'GET ? HTTP/1.1\r\n',
  'GET # HTTP/1.1\r\n',
  'GET http://a/b?c#d HTTP/1.1\r\n' + host + '\r\n',
  'GET http:/a HTTP/1.1\r\n',
  'GET http//a HTTP/1.1\r\n',
  'GET http:// HTTP/1.1\r\n' + host + '\r\n',
  'GET http://a@b@c/ HTTP/1.1\r\n',
  'GET http://a@b/ HTTP/1.1\r\n' + host + '\r\n',
  'GET http://a b HTTP/1.1',
  'GET http://a<b HTTP/1.1',
  'GET /\x00 HTTP/1.1',
  'GET /\x7f HTTP/1.1',
  'GET /\xff HTTP/1.1\r\n' + host + '\r\n',
  'GET /\t HTTP/1.1\r\n',
  'GET /a?\x01 H',
  'GET /a#\x01 H',
  'GET /a#b#c HTTP/1.1\r\n' + host + '\r\n',
  'GET /a?b?c HTTP/1.1\r\n' + host + '\r\n',
  'GET /a#b?c HTTP/1.1\r\n' + host + '\r\n',
  'GET /\f HTTP/1.1\r\n',
  'CONNECT / HTTP/1.1\r\n' + host + '\r\n',
  'CONNECT a:1 HTTP/1.1\r\n' + host + '\r\nrest',
  'CONNECT a:1/x HTTP/1.1\r\n' + host + '\r\n',
  'CONNECT [::1]:1 HTTP/1.1\r\n' + host + '\r\n',
  'CONNECT http://a HTTP/1.1\r\n',
  'GET /\rx',
  'CONNECT \r\n',
  'CONNECT a@@b H',
  'GET http://@@ H',
  'GET http://a\tb H',
  'GET h\tb H',
  'GET http:\t',
]);
