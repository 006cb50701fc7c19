// A failed assert(expression) quotes its own call. Not strict: there the engine drops the frames of tail calls.
const assert = require('assert');
const { show } = require('../table');

const { ok } = assert;
const own = new assert.Assert();
const a = 1;
show(
  () => assert(0), () => assert.ok(null, undefined), () => assert.ok(typeof 123 === 'string'), () => assert(), () => assert.ok(), () => assert(false, 'words'), () => assert(false, new RangeError('own')),
  () => assert.ok(0, '%d items', 3), () => assert.ok(0, () => 'made'), () => assert.ok(0, 5), () => assert.ok(0, ''), () => assert.ok(0, null), () => assert['ok'](''), () => assert.ok.call(null, 0), () => ok(null), () => own.ok(0),
  () => assert.strict(0), () => assert.strict.ok(0), () => assert.equal(assert.ok(0), 1), () => assert(0) || assert(1), () => assert.ok('a' === "b)\"", /* c ) */ undefined), () => assert(`${')'}` === ''),
  () => { assert  ( false   ); }, () => { if (a) assert(!a); else assert(0); }, () => assert(/[)/]/.test('x')), () => [0].forEach((v) => assert(v)), () => assert(a === 2 && (a || a)), () => assert(1),
);
show(() => assert(
  a === 2));
