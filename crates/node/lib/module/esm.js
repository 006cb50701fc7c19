'use strict';
// A program that is an ES module but imports and exports nothing: strict, with top-level await. (Linking is issue 3.)
//
// A module's body is evaluated inside a promise job, so at its top level promise callbacks come before ticks.

const { compileModule } = binding('module');
const { triggerUncaught } = require('process/fatal');

// Node's code for a top-level await that never settled.
const UNSETTLED = 13;

function runAsModule(source, url) {
  const body = compileModule(source, url);
  let isSettled = false;
  process.on('exit', () => {
    if (isSettled || process.exitCode !== undefined) return;
    process.exitCode = UNSETTLED;
    binding('stdio').write(2, `Warning: Detected unsettled top-level await at ${place(source, url)}\n\n\n`);
  });
  Promise.resolve().then(body).then(
    () => { isSettled = true; },
    (error) => {
      isSettled = true;
      triggerUncaught(error, false);
    });
}

// The line of the await, where only one can be meant.
function place(source, url) {
  const lines = source.split('\n');
  const candidates = lines.flatMap((line, index) => (/^[^/]*\bawait\b/.test(line) ? [index] : []));
  if (candidates.length !== 1) return url;
  const line = lines[candidates[0]];
  const column = line.search(/\bawait\b/);
  return `${url}:${candidates[0] + 1}\n${line}\n${' '.repeat(column)}^`;
}

module.exports = { runAsModule };
