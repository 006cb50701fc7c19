const assert = require('assert');
const { expect } = require('chai');

describe('arithmetic', function () {
  const log = [];
  before(() => log.push('before'));
  beforeEach(() => log.push('each'));
  after(() => console.log(`      hooks: ${log.join(' ')}`));

  it('adds', () => assert.strictEqual(1 + 1, 2));
  it('waits for a callback', (done) => { setTimeout(done, 2); });
  it('waits for a promise', async () => { expect(await Promise.resolve([1, 2])).to.have.lengthOf(2); });
  it('is pending');
  it.skip('is skipped', () => assert.fail());
  it('skips itself', function () { this.skip(); });
  it('fails, and the report shows the difference', () => assert.deepStrictEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }));

  describe('when nested', () => {
    let attempts = 0;
    it('retries', function () {
      this.retries(2);
      if (++attempts < 3) throw new Error('not yet');
    });
    for (const [input, output] of [[2, 4], [3, 9]]) it(`squares ${input}`, () => expect(input ** 2).to.equal(output));
    it('times out', function (done) { this.timeout(20); setTimeout(done, 1000).unref(); });
  });
});
