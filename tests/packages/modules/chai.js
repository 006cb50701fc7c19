// Assertions in three styles, plugins, and what failures say.
import { assert, expect, should, use, AssertionError } from 'chai';

should();
use((chai, utils) => { chai.Assertion.addMethod('even', function () { this.assert(this._obj % 2 === 0, 'expected #{this} to be even', 'expected #{this} not to be even'); }); });
const says = (label, run) => {
  try {
    run();
    console.log('ok  ', label);
  } catch (error) {
    console.log('FAIL', label, '-', error.message, error instanceof AssertionError, error.showDiff ?? '', error.operator ?? '');
  }
};
says('equal', () => expect(1 + 1).to.equal(2));
says('deep', () => expect({ a: [1, { b: 2 }] }).to.deep.equal({ a: [1, { b: 3 }] }));
says('include', () => expect('hello').to.be.a('string').that.includes('ell').and.not.match(/x/));
says('keys', () => expect({ a: 1, b: 2 }).to.have.all.keys('a', 'c'));
says('throws', () => expect(() => { throw new TypeError('bad input'); }).to.throw(TypeError, /bad/));
says('property', () => ({ deep: { er: [1] } }).should.have.nested.property('deep.er[0]', 1));
says('even', () => expect(3).to.be.even());
says('close', () => assert.closeTo(1.5, 1, 0.1, 'numbers'));
says('members', () => assert.sameDeepMembers([{ a: 1 }, 2], [2, { a: 1 }]));
says('map', () => expect(new Map([['a', 1]])).to.deep.equal(new Map([['a', 1]])));
says('change', () => { const it = { n: 1 }; expect(() => it.n++).to.increase(it, 'n').by(1); });
says('typo', () => expect(1).to.be.eqaul(1));
