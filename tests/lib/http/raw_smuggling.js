'use strict';
// Requests made to be read in two ways, after the published lists (CL.TE, TE.CL, TE.TE with Transfer-Encoding disguised,
// CL.0, chunk extensions, absolute forms, repeated hosts): one reader's request must never be another reader's body.

const { show } = require('../raw_http.js');

const hidden = 'GET /hidden HTTP/1.1\r\nHost: b\r\n\r\n';
const start = 'POST / HTTP/1.1\r\nHost: a\r\n';
const inputs = [];

// Transfer-Encoding with an extra character, before and after its colon, its value and its line.
for (const letter of ['\0', '\x01', '\x08', '\t', '\n', '\x0b', '\x0c', '\r', '\x1f', ' ', '"', ',', ';', '\\', '\x7f', '\x80', '\x85', '\xa0', '\xff']) {
  inputs.push(
    `${start}Transfer-Encoding${letter}: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `${start}Transfer-Encoding:${letter}chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `${start}Transfer-Encoding: chunked${letter}\r\n\r\n0\r\n\r\n${hidden}`,
    `${start}${letter}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `${start}X: y${letter}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `${start}Content-Length: 5${letter}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `${start}Content-Length:${letter}5\r\n\r\nabcde${hidden}`,
  );
}

const encodings = [
  'Transfer_Encoding: chunked', 'Transfer Encoding: chunked', 'TrAnSfEr-EnCoDiNg: cHuNkEd', 'Transfer-Encoding: chunk', 'Transfer-Encoding: x',
  'Transfer-Encoding: identity, chunked', 'Transfer-Encoding: chunked, identity', 'Transfer-Encoding: chunked, cow', 'Transfer-Encoding: cow, chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', 'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: cow', 'Transfer-Encoding: cow\r\nTransfer-Encoding: chunked', 'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding:\r\n\tchunked', 'Transfer-Encoding: \r\n\r\n chunked', 'X: X\r\n Transfer-Encoding: chunked', 'X: X\nTransfer-Encoding: chunked',
  'Transfer-Encoding\r\n: chunked', 'Transfer-Encoding\n : chunked', 'Transfer-Encoding: "chunked"', "Transfer-Encoding: 'chunked'",
  'Transfer-Encoding: chunked;q=1', 'Transfer-Encoding: chunked,', 'Transfer-Encoding: ,chunked', 'Transfer-Encoding: , chunked ,', 'Transfer-Encoding: ch\x96',
  'Transfer-Encoding: ch\xfcnked', 'Transfer-Encoding:chunked', 'Transfer-Encoding:  chunked  ', 'Transfer-Encoding: chunked-false', 'Transfer-Encoding: false-chunked',
  'Transfer-Encoding: gzip;a="chunked"', 'TE: chunked', 'Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked', 'Connection: Content-Length',
];
for (const encoding of encodings) {
  inputs.push(`${start}${encoding}\r\n\r\n0\r\n\r\n${hidden}`, `${start}Content-Length: 5\r\n${encoding}\r\n\r\n0\r\n\r\n${hidden}`, `${start}${encoding}\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`);
}

const lengths = [
  'Content-Length: 0\r\nContent-Length: 5', 'Content-Length: 5\r\nContent-Length: 0', 'Content-Length: 5,5', 'Content-Length: 5, 0', 'Content-Length: 0,5', 'Content-Length: 5;5',
  'Content-Length: 00005', 'Content-Length: 0x5', 'Content-Length: 5.0', 'Content-Length: 5e0', 'Content-Length: 0b101', 'Content-Length: 0o5', 'Content-Length: \uff15'.slice(0, 16) + '\xef',
  'Content-Length: +5', 'Content-Length: -5', 'Content-Length: -0', 'Content-Length: 1_0', 'Content-Length: 5 5', 'Content-Length: "5"', 'Content-Length', 'Content-Length:',
  'Content-Length: 4294967301', 'Content-Length: 9223372036854775808', 'Content-Length: 18446744073709551621', 'Content Length: 5', 'Content_Length: 5', 'Content-Length : 5',
  ' Content-Length: 5', 'X:\r\n Content-Length: 5', 'Content-Length:\r\n 5', 'content-length: 5\r\nCONTENT-LENGTH: 5', 'Content-Length: NaN', 'Content-Length: abcde',
];
for (const length of lengths) inputs.push(`${start}${length}\r\n\r\nabcde${hidden}`);

const chunked = `${start}Transfer-Encoding: chunked\r\n\r\n`;
const sizes = [
  '5', '05', '0x5', '5h', '5 ', ' 5', '\t5', '5\t', '+5', '-5', '5.0', '5,5', '5;', '5;a', '5;a=', '5;a=b;c="d"', '5;a="\r\n"', '5;\xff', '5;a=\xff', '5;\0', '5;a\n', '5\n', '5\r', '5\r\r',
  '100000005', '10000000000000005', 'ffffffffffffffff', 'fffffffffffffffff', '0000000000000000000000005', '5_0', '\uff15'.slice(0, 0) + '\xef\xbc\x95', '', '"5"', '5 5', '5 ;a', '5; a', '5;a b',
];
for (const size of sizes) inputs.push(`${chunked}${size}\r\nabcde\r\n0\r\n\r\n${hidden}`);
for (const end of ['\n', '\r', '', '\r\n\r\n', 'x\r\n', ' \r\n']) inputs.push(`${chunked}5\r\nabcde${end}0\r\n\r\n${hidden}`);
for (const last of ['0\r\n', '0\r\n\n', '0\r\n\r', '00\r\n\r\n', '0;a\r\n\r\n', '0\r\nX: y\r\n\r\n', '0\r\nX\r\n\r\n', '0\r\n X: y\r\n\r\n', '0\r\nX: y\n\r\n', '0\r\nHost: c\r\n\r\n', '0\r\nTransfer-Encoding: chunked\r\n\r\n', '-0\r\n\r\n', '0\n\n']) {
  inputs.push(`${chunked}${last}${hidden}`);
}

// One line that says whose request it is, and another that says otherwise.
inputs.push(
  `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost:\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a b\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a, b\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a@b\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a/b\r\n\r\n`,
  `GET / HTTP/1.1\r\n Host: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nX: y\r\n Host: a\r\n\r\n`,
  `GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET http://b/ HTTP/1.1\r\n\r\n`,
  `GET http://user@b/ HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET https://b:80/x HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET //b/ HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /\\b HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET b:80 HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /a HTTP/1.1 HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /a\x0bHTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /a\xa0HTTP/1.1 HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /%0d%0aX:%20y HTTP/1.1\r\nHost: a\r\n\r\n`,
  `OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n`,
  `CONNECT b:80 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde${hidden}`,
  `CONNECT b:80 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  `CONNECT http://b/ HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde${hidden}`,
  `HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde${hidden}`,
  `DELETE / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n${hidden}`,
  `TRACE / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde`,
  `POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  `POST / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
  `POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nabcde${hidden}`,
  `POST / HTTP/1.1\r\nHost: a\r\nExpect: y 100-continue\r\nContent-Length: 5\r\n\r\nabcde${hidden}`,
  `POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  `POST / HTTP/1.1\r\nHost: a\r\nUpgrade: x\r\nConnection: upgrade\r\nContent-Length: 5\r\n\r\nabcde${hidden}`,
  `POST / HTTP/1.1\r\nHost: a\r\nUpgrade: x\r\nConnection: upgrade\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\nabcde${hidden}`,
  `POST / HTTP/1.1\r\n\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde`,
  `POST /\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde${hidden}`,
);

console.log(inputs.length);
show(inputs);
