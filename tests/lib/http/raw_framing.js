'use strict';
// Where a body ends: Content-Length and Transfer-Encoding, alone, twice, together and misspelt.

const { show } = require('../raw_http.js');

const host = 'Host: a\r\n';
const post = `POST / HTTP/1.1\r\n${host}`;

show([
  post + 'Content-Length: 3\r\n\r\nabc',
  post + 'Content-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\n' + host + '\r\n',
  post + 'Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc',
  post + 'Content-Length: 3\r\nContent-Length: 4\r\n',
  post + 'Content-Length: 3, 3\r\n',
  post + 'Content-Length: -1\r\n',
  post + 'Content-Length: +1\r\n',
  post + 'Content-Length: 0x1\r\n',
  post + 'Content-Length: 1 2\r\n',
  post + 'Content-Length: 1 \r\n\r\na',
  post + 'Content-Length:\r\n',
  post + 'Content-Length: \r\n\r\n',
  post + 'Content-Length: 18446744073709551615\r\n\r\n',
  post + 'Content-Length: 18446744073709551616\r\n',
  post + 'Content-Length: 99999999999999999999\r\n',
  post + 'Content-Length: a',
  post + 'Content-Length: 1a',
  post + 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
  post + 'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n',
  post + 'Transfer-Encoding: identity\r\n\r\n',
  post + 'Transfer-Encoding: gzip\r\n\r\n',
  post + 'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: chunked, gzip\r\n\r\n',
  post + 'Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: xchunked\r\n\r\n',
  post + 'Transfer-Encoding: chunkedx\r\n\r\n',
  post + 'Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: chunked \r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: chunked;a\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding : chunked\r\n\r\n',
  post + 'Transfer-Encoding: chu\r\n nked\r\n',
  post + 'Transfer-Encoding:\r\n\r\n',
  post + 'Transfer-Encoding: ,chunked\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: chunked,\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: gzip,chunked\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: gzip chunked\r\n\r\n0\r\n\r\n',
  post + 'Transfer-Encoding: chunked foo\r\n\r\n0\r\n\r\n',
  'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  'GET / HTTP/1.1\r\n' + host + 'Content-Length: 0\r\n\r\n',
]);
