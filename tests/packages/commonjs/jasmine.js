// Specs run by jasmine, printed by a reporter.
'use strict';
const Jasmine = require('jasmine');

const runner = new Jasmine();
runner.exitOnCompletion = false;
runner.clearReporters();
runner.randomizeTests(false);
runner.addReporter({
  specDone({ fullName, status, failedExpectations }) {
    console.log(status, fullName, failedExpectations.map(({ message }) => message));
  },
  jasmineDone({ overallStatus }) { console.log(overallStatus); },
});
runner.env.describe('a suite', () => {
  runner.env.it('expects', () => { runner.env.expect([1, { a: 2 }]).toEqual([1, { a: 2 }]); });
  runner.env.it('waits', async () => { await null; runner.env.expect(new Set([1])).toEqual(new Set([1])); });
  runner.env.it('spies', () => {
    const spy = runner.env.createSpy('spy').and.returnValue(3);
    runner.env.expect(spy(1)).toBe(3);
    runner.env.expect(spy).toHaveBeenCalledOnceWith(1);
  });
  runner.env.it('fails', () => { runner.env.expect(1).toBe(2); });
  runner.env.xit('is pending', () => {});
});
runner.execute().then(({ overallStatus }) => console.log('executed', overallStatus));
