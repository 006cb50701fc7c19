'use strict';
const fs = require('fs');
const util = require('util');
const { eight } = require('./fixtures/eight.js');

class Point {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
}

const objects = eight((index) => ({ id: index, name: 'two', list: [1, 2, 3], inner: { when: new Date(0) } }));
const equal = eight((index) => ({ id: index, name: 'two', list: [1, 2, 3], inner: { when: new Date(0) } }));
const deep = eight((index) => ({ a: { b: { c: { d: { e: { f: index } } } } } }));
const lists = eight((index) => Array.from({ length: 100 }, (_, at) => at * index));
const maps = eight((index) => new Map([['a', index], ['b', { c: 1 }]]));
const points = eight((index) => new Point(index, 2));
const errors = eight((index) => new Error(`failed ${index}`));
const texts = eight((index) => `line ${index}`);
const coloured = eight((index) => `\u001b[31mred ${index}\u001b[39m and \u001b[1mbold\u001b[22m`);
const kinds = [Promise.resolve(), new Date(), new Map(), new Uint8Array(1), /a/, {}, new Set(), () => {}];
const debug = util.debuglog('calls');
const args = ['--name=value', '-v', 'file.js'];
const options = { name: { type: 'string' }, verbose: { type: 'boolean', short: 'v' } };
const mime = eight((index) => `text/html; charset=utf-8; level=${index}`);
const env = eight((index) => `# settings\nPORT=${3000 + index}\nNAME="a b"\nEMPTY=\n`);
const deprecated = util.deprecate((value) => value, 'not printed', undefined);
const callback = util.callbackify(async (value) => value);

const inspect = {
  'inspect an object': (turn) => util.inspect(objects[turn & 7]),
  'inspect nested, depth null': (turn) => util.inspect(deep[turn & 7], { depth: null }),
  'inspect 100 numbers': (turn) => util.inspect(lists[turn & 7]),
  'inspect a Map': (turn) => util.inspect(maps[turn & 7]),
  'inspect an instance': (turn) => util.inspect(points[turn & 7]),
  'inspect an error': (turn) => util.inspect(errors[turn & 7]),
  'inspect a string': (turn) => util.inspect(texts[turn & 7]),
  'inspect with colours': (turn) => util.inspect(objects[turn & 7], { colors: true }),
  'format %s %d': (turn) => util.format('%s has %d', texts[turn & 7], turn),
  'format %j': (turn) => util.format('%j', objects[turn & 7]),
  'format %o': (turn) => util.format('%o', points[turn & 7]),
  'format without a template': (turn) => util.format(turn, texts[turn & 7], points[turn & 7]),
};

const compare = {
  'isDeepStrictEqual, equal': (turn) => util.isDeepStrictEqual(objects[turn & 7], equal[turn & 7]),
  'isDeepStrictEqual, different': (turn) => util.isDeepStrictEqual(objects[turn & 7], equal[(turn + 1) & 7]),
  'types.isPromise': (turn) => util.types.isPromise(kinds[turn & 7]),
  'types.isDate': (turn) => util.types.isDate(kinds[turn & 7]),
  'types.isMap': (turn) => util.types.isMap(kinds[turn & 7]),
  'types.isTypedArray': (turn) => util.types.isTypedArray(kinds[turn & 7]),
  'types.isNativeError': (turn) => util.types.isNativeError(turn & 8 ? errors[turn & 7] : kinds[turn & 7]),
};

const rest = {
  promisify: () => util.promisify((done) => done()),
  'promisify fs.stat': () => util.promisify(fs.stat),
  callbackify: () => util.callbackify(async () => 1),
  inherits: () => {
    function Child() {}
    util.inherits(Child, Point);
    return Child;
  },
  'call of a deprecated function': (turn) => deprecated(turn),
  'debuglog that is off': (turn) => debug('turn %d', turn),
  stripVTControlCharacters: (turn) => util.stripVTControlCharacters(coloured[turn & 7]),
  styleText: (turn) => util.styleText('red', texts[turn & 7], { validateStream: false }),
  parseArgs: () => util.parseArgs({ args, options, allowPositionals: true }),
  parseEnv: (turn) => util.parseEnv(env[turn & 7]),
  toUSVString: (turn) => util.toUSVString(texts[turn & 7]),
  'new MIMEType': (turn) => new util.MIMEType(mime[turn & 7]),
  getSystemErrorName: (turn) => util.getSystemErrorName(turn & 1 ? -2 : -13),
  getCallSites: () => util.getCallSites(),
};

exports.calls = { ...inspect, ...compare, ...rest };

const wait = util.promisify((value, done) => setImmediate(done, null, value));

exports.operations = {
  'await of a promisified function': (turn) => wait(turn),
  'call of a callbackified function': (turn) => new Promise((resolve) => callback(turn, resolve)),
};
