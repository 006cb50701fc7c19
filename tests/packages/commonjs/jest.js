// jest runs files of tests in contexts of their own (node:vm): what it says of each test.
'use strict';
const path = require('path');
const { runCLI } = require('@jest/core');

const rootDir = path.join(__dirname, '../fixtures/jest');
const options = { rootDir, runInBand: true, cache: false, ci: true, reporters: [], watchman: false, testEnvironment: 'node' };

(async () => {
  const { results } = await runCLI(options, [rootDir]);
  for (const file of results.testResults.sort((a, b) => (a.testFilePath < b.testFilePath ? -1 : 1))) {
    console.log(path.basename(file.testFilePath));
    for (const { status, fullName, failureMessages } of file.testResults) {
      console.log(' ', status, fullName);
      // Colours apart, the words; the stack below them is the runtime's.
      for (const message of failureMessages) console.log(message.replace(/\x1b\[\d+m/g, '').split('\n    at ')[0]);
    }
  }
  console.log(results.success, results.numPassedTests, results.numFailedTests, results.numPendingTests, results.numTodoTests);
})();
