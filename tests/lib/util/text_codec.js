'use strict';
// TextEncoder and TextDecoder, whole and in a stream.
const util = require('util');
const { show, surface } = require('../table');

console.log(surface(TextEncoder.prototype));
console.log(surface(TextDecoder.prototype));
const e = new TextEncoder();
const d = new TextDecoder();
const b = (...bytes) => new Uint8Array(bytes);
show(
  () => util.TextEncoder === TextEncoder, () => util.TextDecoder === TextDecoder, () => e, () => d, () => e.encode('héé😀\ud800'), () => e.encode(), () => e.encode(null), () => e.encode(5), () => e.encoding,
  () => e.encodeInto('héllo', new Uint8Array(3)), () => e.encodeInto('😀a', new Uint8Array(3)), () => e.encodeInto('abc', new Uint8Array(10)), () => e.encodeInto('a', 1), () => e.encodeInto(1, new Uint8Array(1)), () => e.encodeInto('a', new Uint16Array(2)), () => e.encodeInto('\ud800x', new Uint8Array(10)),
  () => [d.encoding, d.fatal, d.ignoreBOM], () => new TextDecoder('utf-8', 1), () => new TextDecoder('utf-8', null).fatal, () => new TextDecoder('utf-8', { fatal: 1, ignoreBOM: 'x' }).fatal,
  () => d.decode(b(0xef, 0xbb, 0xbf, 97)), () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(b(0xef, 0xbb, 0xbf, 97)).length, () => d.decode(), () => d.decode(undefined), () => d.decode(null), () => d.decode('x'), () => d.decode({}), () => d.decode(new ArrayBuffer(2)).length,
  () => d.decode(new DataView(b(97, 98, 99).buffer, 1, 1)), () => d.decode(new Uint16Array([0x6261])), () => d.decode(b(0xff, 97, 0xe2, 0x82)), () => new TextDecoder('utf-8', { fatal: true }).decode(b(0xff)), () => new TextDecoder('utf-8', { fatal: true }).decode(b(0xe2, 0x82)),
  () => new TextDecoder('utf-16le', { fatal: true }).decode(b(0)), () => new TextDecoder('utf-16le').decode(b(0xff, 0xfe, 97, 0)), () => new TextDecoder('utf-16le').decode(b(0x3d, 0xd8, 97, 0, 1)), () => new TextDecoder('utf-16be').decode(b(0xfe, 0xff, 0, 97)), () => new TextDecoder('utf-16be').decode(b(0xd8, 0x3d, 0xde, 0)),
  () => new TextDecoder('latin1').decode(b(0x80, 0xe9, 0x9f, 0x81)), () => new TextDecoder('shift_jis').decode(b(0x82, 0xa0)), () => new TextDecoder('gbk').decode(b(0xc4, 0xe3)), () => new TextDecoder('koi8-r').decode(b(0xc1)), () => TextDecoder.prototype.decode.call({}), () => d.decode(b(97), 1), () => d.decode(b(97), null),
);
for (const label of ['utf8', 'UTF-8', ' utf-8 ', 'unicode-1-1-utf-8', 'latin1', 'ascii', 'iso-8859-1', 'utf-16', 'ucs-2', 'utf-16be', 'sjis', 'gb18030', 'big5', 'euc-kr', 'euc-jp', 'iso-2022-jp', 'iso-8859-2', 'macintosh', 'x-user-defined', 'nope', '', 'utf-7', 'l1', undefined, null, 1]) {
  show(() => [label, new TextDecoder(label).encoding]);
}
const inPieces = (label, pieces, options) => {
  const decoder = new TextDecoder(label, options);
  try {
    return JSON.stringify([...pieces.map((piece) => decoder.decode(b(...piece), { stream: true })), decoder.decode()]);
  } catch (error) {
    return `${error.name} ${error.code} ${error.message} ${JSON.stringify(decoder.decode(b(97)))}`;
  }
};
console.log(inPieces('utf-8', [[0xe2], [0x82], [0xac]]), inPieces('utf-8', [[0xe2]]), inPieces('utf-8', [[0xf0, 0x9f], [97], [0x98]]), inPieces('utf-8', [[0xef, 0xbb], [0xbf, 97], [0xef, 0xbb, 0xbf]]), inPieces('utf-8', [[0xe2]], { fatal: true }));
console.log(inPieces('utf-16le', [[97], [0, 0x3d], [0xd8], [0, 0xde]]), inPieces('utf-16be', [[0], [97, 0xd8], [0x3d, 0xde], [0]]), inPieces('utf-8', [[0xf0, 0x80], [0x80, 0x41]]), inPieces('latin1', [[0x80], [0xe9]]));
console.log(inPieces('utf-8', [...Buffer.from('añ€😀z𐍈漢\ufeff!')].map((byte) => [byte])));
