'use strict';
// The format of v8.serialize(): V8's own, version 15, so that Node and Hexloop can read each other's output (messages between forked
// processes, files on disk). The tags; v8/writer.js and v8/reader.js implement the rest.
//
//   header   0xff, version                            number   a varint has 7 bits a byte, the lowest first
//   value    tag, then its data                        object   gets an id when it is first written; a reference is ^ id

const {
  classBigInt64Array: BigInt64Array, classBigUint64Array: BigUint64Array, classEvalError: EvalError,
  classFloat32Array: Float32Array, classFloat64Array: Float64Array, classInt16Array: Int16Array, classInt32Array: Int32Array,
  classInt8Array: Int8Array, classReferenceError: ReferenceError, classUint16Array: Uint16Array, classUint32Array: Uint32Array,
  classUint8ClampedArray: Uint8ClampedArray, classURIError: URIError, stringCharCodeAt,
} = require('core/intrinsics');

const VERSION = 15;

const code = (character) => stringCharCodeAt(character, 0);

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

// In the order of their bits; V8's `l` is internal and has no flag character.
const REGEXP_FLAGS = ['g', 'i', 'm', 'y', 'u', 's', undefined, 'd', 'v'];

module.exports = { ERROR_KINDS, ERROR_TAGS, REGEXP_FLAGS, TAGS, VERSION, VIEW_KINDS };
