'use strict';
// insecureHTTPParser again: lines that end in LF or CR alone, at every place that a line can end, and what is then taken for
// the end of what. Two readers that differ here are two readers that can be played against each other.

const { show } = require('../raw_http.js');

const post = 'POST / HTTP/1.1\r\nHost: a\r\n';
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;
const next = 'GET /next HTTP/1.1\r\nHost: a\r\n\r\n';

const inputs = [];
for (const end of ['\n', '\r', '\n\n', '\r\r', '\n\r', '\r\n\n']) {
  inputs.push(
    `${chunked}3${end}abc\r\n0\r\n\r\n`,
    `${chunked}3\r\nabc${end}0\r\n\r\n`,
    `${chunked}3\r\nabc\r\n0${end}\r\n`,
    `${chunked}3\r\nabc\r\n0\r\n${end}`,
    `${chunked}3\r\nabc\r\n0${end}${end}`,
    `${chunked}3\r\nabc\r\n0\r\nA: b${end}\r\n`,
    `${chunked}3\r\nabc\r\n0\r\nA: b\r\n${end}`,
    `${chunked}3;a${end}abc\r\n0\r\n\r\n`,
    `${chunked}3;a=b${end}abc\r\n0\r\n\r\n`,
    `${chunked}3;a="b"${end}abc\r\n0\r\n\r\n`,
    `${chunked}3 ${end}abc\r\n0\r\n\r\n`,
    `${chunked}3;${end}abc\r\n0\r\n\r\n`,
    `GET / HTTP/1.1${end}Host: a\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: a${end}B: c\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: a\r\nB:${end}C: d\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: a\r\nB:${end} d\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: a${end}${next}`,
    `GET / HTTP/1.1\r\nHost: a\r\n${end}${next}`,
    `GET /${end}Host: a\r\n\r\n`,
  );
}
inputs.push(
  `${post}Content-Length : 3\r\n\r\nabc`,
  `${post}Content-Length  : 3\r\n\r\nabc`,
  `${post}Content-Length\t: 3\r\n\r\nabc`,
  `${post}Content-Length x: 3\r\n\r\n`,
  `${post}Content-Length x : 3\r\n\r\n`,
  `${post}Transfer-Encoding : chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding : chunked\r\nContent-Length : 3\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${post}Connection : close\r\nContent-Length: 0\r\n\r\n${next}`,
  `${post}Upgrade : x\r\nConnection : upgrade\r\n\r\nabc`,
  `${post}Expect : 100-continue\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost : a\r\n\r\n`,
  `${chunked}3\t\r\nabc\r\n0\r\n\r\n`,
  `${chunked}3 \t \r\nabc\r\n0\r\n\r\n`,
  `${chunked}3 ;a\r\nabc\r\n0\r\n\r\n`,
  `${chunked}3\t;a\r\nabc\r\n0\r\n\r\n`,
  `${chunked}3 4\r\nabc\r\n0\r\n\r\n`,
  `${chunked}3 x\r\nabc\r\n0\r\n\r\n`,
  `${chunked} 3\r\nabc\r\n0\r\n\r\n`,
  `${chunked}3\r\nabcdef\r\n0\r\n\r\n`,
  `${chunked}3\r\nabc3\r\ndef0\r\n\r\n`,
  `${chunked}FFFFFFFFFFFFFFFFF\r\nabc`,
  `${chunked}3\r\nabc\r\n0\r\nContent-Length: 9\r\n\r\n`,
  `${chunked}3\r\nabc\r\n0\r\nTransfer-Encoding: gzip\r\n\r\n`,
  `${chunked}3\r\nabc\r\n0\r\nA : b\r\n\r\n`,
  `${chunked}3\r\nabc\r\n0\r\nA: b\r\n c\r\n\r\n`,
  `${post}Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde`,
  `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET`,
  `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\nGET`,
  `${post}Content-Length: 5\r\nTransfer-Encoding: identity\r\n\r\nabcde`,
  `${post}Content-Length: 5\r\nTransfer-Encoding: xchunked\r\n\r\nabcde`,
  `${post}Transfer-Encoding: chunked, identity\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: identity, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding:\x0bchunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chun\x00ked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chun\r\n ked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding:\r\n chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${post}Content-Length:\r\n 3\r\n\r\nabc`,
  `${post}Content-Length: 1\r\n 3\r\n\r\nabc`,
  `${post}Content-Length: 3\r\n \r\n\r\nabc`,
  `${post}Content-Length: 18446744073709551616\r\n\r\nabc`,
  `${post}Content-Length: 3\r\nConnection: close\r\n\r\nabc${next}`,
  `GET / HTTP/1.1\r\nHost: a\r\nA\x00: b\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n\x00: b\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nA\r\n\r\n`,
  `GET / HTTP/3.0\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.10\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1 \r\nHost: a\r\n\r\n`,
  `GET  /  HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n`,
  `G\x00T / HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n`,
);

show(inputs, { insecureHTTPParser: true });
