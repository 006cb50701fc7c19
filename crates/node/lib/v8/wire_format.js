'use strict';
// The bytes that v8.serialize() makes: V8's own format, version 15, so that Node can read what is written here and the other
// way round (messages between forked processes, files on disk). Its tags; v8/writer.js and v8/reader.js have the rest.
//
//   header   0xff, version                            number   a varint is 7 bits a byte, the lowest first
//   value    tag, then what the tag says               object   gets a number when it is first met; later it is ^ number

const VERSION = 15;

const code = (character) => character.charCodeAt(0);

const TAGS = {
  padding: 0, undefined: code('_'), null: code('0'), true: code('T'), false: code('F'), int32: code('I'), uint32: code('U'),
  double: code('N'), bigint: code('Z'), utf8: code('S'), oneByte: code('"'), twoByte: code('c'), reference: code('^'),
  object: code('o'), endOfObject: code('{'), sparseArray: code('a'), endOfSparseArray: code('@'), denseArray: code('A'),
  endOfDenseArray: code('$'), hole: code('-'), date: code('D'), boxedTrue: code('y'), boxedFalse: code('x'), boxedNumber: code('n'),
  boxedBigint: code('z'), boxedString: code('s'), regexp: code('R'), map: code(';'), endOfMap: code(':'), set: code("'"),
  endOfSet: code(','), buffer: code('B'), transferredBuffer: code('t'), view: code('V'), error: code('r'), host: code('\\'),
};

const ERROR_TAGS = { message: code('m'), stack: code('s'), cause: code('c'), end: code('.') };

const ERROR_KINDS = [
  [code('E'), EvalError], [code('R'), RangeError], [code('F'), ReferenceError], [code('S'), SyntaxError], [code('T'), TypeError],
  [code('U'), URIError],
];

const VIEW_KINDS = [
  [code('b'), Int8Array], [code('B'), Uint8Array], [code('C'), Uint8ClampedArray], [code('w'), Int16Array], [code('W'), Uint16Array],
  [code('d'), Int32Array], [code('D'), Uint32Array], [code('f'), Float32Array], [code('F'), Float64Array], [code('q'), BigInt64Array],
  [code('Q'), BigUint64Array], [code('?'), DataView],
];

// In the order of their bits; `l` is V8's own and has no letter.
const REGEXP_FLAGS = ['g', 'i', 'm', 'y', 'u', 's', undefined, 'd', 'v'];

module.exports = { ERROR_KINDS, ERROR_TAGS, REGEXP_FLAGS, TAGS, VERSION, VIEW_KINDS };
