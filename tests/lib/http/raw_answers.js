'use strict';
// What a client takes for an answer and what not, strict and under insecureHTTPParser: framing that two readers could read
// in two ways is where responses are split.

const { show } = require('../raw_answers.js');

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const next = 'HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n';

const statusLines = [
  'HTTP/1.1 200 OK\r\n\r\nabc',
  'HTTP/1.0 200 OK\r\n\r\nabc',
  'HTTP/1.1 200\r\n\r\n',
  'HTTP/1.1 200 \r\n\r\n',
  'HTTP/1.1  200 OK\r\n\r\n',
  'HTTP/1.1\t200 OK\r\n\r\n',
  'HTTP/1.1 20 OK\r\n\r\n',
  'HTTP/1.1 2000 OK\r\n\r\n',
  'HTTP/1.1 099 OK\r\n\r\n',
  'HTTP/1.1 000 OK\r\n\r\n',
  'HTTP/1.1 999 OK\r\n\r\n',
  'HTTP/1.1 2x0 OK\r\n\r\n',
  'HTTP/1.1 -20 OK\r\n\r\n',
  'HTTP/1.1 200OK\r\n\r\n',
  'HTTP/1.1 200 O\x00K\r\n\r\n',
  'HTTP/1.1 200 O\x01K\xff\r\n\r\n',
  'HTTP/1.1 200 O\rK\r\n\r\n',
  'HTTP/1.1 200 OK\n\r\n',
  'HTTP/1.1 200 OK\nA: b\n\nabc',
  'HTTP/1.1 200 OK\rA: b\r\r',
  'HTTP/1.2 200 OK\r\n\r\n',
  'HTTP/2.0 200 OK\r\n\r\n',
  'HTTP/0.9 200 OK\r\n\r\n',
  'HTTP/11 200 OK\r\n\r\n',
  'http/1.1 200 OK\r\n\r\n',
  'HTTPS/1.1 200 OK\r\n\r\n',
  'ICY 200 OK\r\n\r\n',
  'RTSP/1.0 200 OK\r\n\r\n',
  ' HTTP/1.1 200 OK\r\n\r\n',
  '\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
  '\nHTTP/1.1 200 OK\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'hello',
  '',
  '\0',
];

const fields = [
  `${ok}A:b\r\nB:  c  \r\nC:\t\r\n\r\n`,
  `${ok}A : b\r\n\r\n`,
  `${ok} A: b\r\n\r\n`,
  `${ok}A: b\r\n c\r\n\r\n`,
  `${ok}A: b\r\n\tc\r\n\r\n`,
  `${ok}A:\r\n b\r\n\r\n`,
  `${ok}A: b\nB: c\r\n\r\n`,
  `${ok}A: b\rB: c\r\n\r\n`,
  `${ok}A: b\r\n\nabc`,
  `${ok}A: b\r\n\rabc`,
  `${ok}A: \x00\r\n\r\n`,
  `${ok}A: \x01\x7f\r\n\r\n`,
  `${ok}A\x00: b\r\n\r\n`,
  `${ok}\xe4: b\r\n\r\n`,
  `${ok}A: \xe4\xff\r\n\r\n`,
  `${ok}: b\r\n\r\n`,
  `${ok}A\r\n\r\n`,
  `${ok}A: b: c\r\n\r\n`,
  `${ok}A(b): c\r\n\r\n`,
  `${ok}${'A'.repeat(20000)}: b\r\n\r\n`,
  `${ok}A: ${'b'.repeat(20000)}\r\n\r\n`,
];

const framing = [
  `${ok}Content-Length: 3\r\n\r\nabcdef`,
  `${ok}Content-Length: 3\r\n\r\nabc${next}`,
  `${ok}Content-Length: 3\r\nConnection: close\r\n\r\nabc${next}`,
  `${ok}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`,
  `${ok}Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde`,
  `${ok}Content-Length: 3, 3\r\n\r\nabc`,
  `${ok}Content-Length: +3\r\n\r\nabc`,
  `${ok}Content-Length: -3\r\n\r\nabc`,
  `${ok}Content-Length: 0x3\r\n\r\nabc`,
  `${ok}Content-Length: 3 3\r\n\r\nabc`,
  `${ok}Content-Length: 3 \r\n\r\nabc`,
  `${ok}Content-Length:\t3\r\n\r\nabc`,
  `${ok}Content-Length:\r\n\r\nabc`,
  `${ok}Content-Length: \r\n 3\r\n\r\nabc`,
  `${ok}Content-Length : 3\r\n\r\nabc`,
  `${ok}Content_Length: 3\r\n\r\nabcdef`,
  `${ok}Content-Length: 18446744073709551615\r\n\r\nabc`,
  `${ok}Content-Length: 18446744073709551616\r\n\r\nabc`,
  `${ok}Content-Length: 003\r\n\r\nabc`,
  `${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Content-Length: 3\r\nTransfer-Encoding: identity\r\n\r\nabc`,
  `${ok}Transfer-Encoding: identity\r\n\r\nabc`,
  `${ok}Transfer-Encoding: gzip\r\n\r\nabc`,
  `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding: chunked, gzip\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding: chunked, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding: xchunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding: chunkedx\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding:\x0bchunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding: "chunked"\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding: chunked;a=b\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding:\r\n chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `${ok}Transfer-Encoding : chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `HTTP/1.1 204 None\r\nContent-Length: 3\r\n\r\nabc`,
  `HTTP/1.1 304 Same\r\nContent-Length: 3\r\n\r\nabc`,
  `HTTP/1.1 204 None\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  `HTTP/1.1 100 Continue\r\n\r\n${next}`,
  `HTTP/1.1 103 Hints\r\nLink: <a>\r\n\r\n${next}`,
  `HTTP/1.1 102 P\r\nContent-Length: 3\r\n\r\n${next}`,
  `HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nabc`,
  `HTTP/1.1 101 Switching\r\n\r\nabc`,
  `HTTP/1.1 200 OK\r\nConnection: Upgrade\r\nUpgrade: x\r\nContent-Length: 3\r\n\r\nabc`,
];

const chunks = [
  `${chunked}3\r\nabc\r\n0\r\n\r\n`,
  `${chunked}3\r\nabc\r\n0\r\nA: b\r\n\r\n`,
  `${chunked}3\r\nabc\r\n0\r\n\r\n${next}`,
  `${chunked}3\nabc\n0\n\n`,
  `${chunked}3\nabc\r\n0\r\n\r\n`,
  `${chunked}3\r\nabc\n0\r\n\r\n`,
  `${chunked}3\r\nabc\r\n0\n\r\n`,
  `${chunked}3\r\nabc\r\n0\r\n\n`,
  `${chunked}3\rabc\r\n0\r\n\r\n`,
  `${chunked}3\r\nabc0\r\n\r\n`,
  `${chunked}3 \r\nabc\r\n0\r\n\r\n`,
  `${chunked}3\t\r\nabc\r\n0\r\n\r\n`,
  `${chunked} 3\r\nabc\r\n0\r\n\r\n`,
  `${chunked}3;a=b\r\nabc\r\n0;c\r\n\r\n`,
  `${chunked}3;a\nb\r\nabc\r\n0\r\n\r\n`,
  `${chunked}3;\x00\r\nabc\r\n0\r\n\r\n`,
  `${chunked}0x3\r\nabc\r\n0\r\n\r\n`,
  `${chunked}-3\r\nabc\r\n0\r\n\r\n`,
  `${chunked}+3\r\nabc\r\n0\r\n\r\n`,
  `${chunked}\r\nabc\r\n0\r\n\r\n`,
  `${chunked}ffffffffffffffff\r\nabc`,
  `${chunked}10000000000000003\r\nabc\r\n0\r\n\r\n`,
  `${chunked}0000000000000000000003\r\nabc\r\n0\r\n\r\n`,
  `${chunked}3\r\nabcd\r\n0\r\n\r\n`,
  `${chunked}3\r\nab\r\n0\r\n\r\n`,
  `${chunked}3\r\nabc\r\n0\r\nA : b\r\n\r\n`,
  `${chunked}3\r\nabc\r\n0\r\nContent-Length: 9\r\n\r\n`,
  `${chunked}3\r\nabc\r\n`,
  `${chunked}3\r\nabc\r\n0\r\n`,
];

(async () => {
  for (const options of [{}, { insecureHTTPParser: true }]) {
    console.log(options);
    await show([...statusLines, ...fields, ...framing, ...chunks], options);
  }
  console.log('to HEAD');
  await show([`${ok}Content-Length: 3\r\n\r\n`, `${ok}Content-Length: 3\r\n\r\nabc`, chunked, `${chunked}3\r\nabc\r\n0\r\n\r\n`, `${ok}\r\n${next}`], {}, 'HEAD');
  console.log('to CONNECT');
  await show([`${ok}\r\nabc`, `${ok}Content-Length: 3\r\n\r\nabc`, `${chunked}3\r\nabc`, 'HTTP/1.1 407 No\r\nContent-Length: 3\r\n\r\nabc'], {}, 'CONNECT');
})();
