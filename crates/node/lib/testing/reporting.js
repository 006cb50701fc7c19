'use strict';
// Reports results in the order of declaration, each one when everything before it has been reported.

const globals = require('globals');
const { SpecWriter } = require('testing/spec');

let writer;
const counts = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 };

function report(root) {
  writer ??= new SpecWriter(globals.process.stdout);
  reportSubtests(root);
}

function reportSubtests(test) {
  while (test.reportedCount < test.subtests.length) {
    const next = test.subtests[test.reportedCount];
    if (next.subtests.length > 0 && next.started && !next.isStartReported && next.subtests[0].finished) {
      next.isStartReported = true;
      writer.start(next);
    }
    if (next.isStartReported) reportSubtests(next);
    if (!next.finished || next.reportedCount < next.subtests.length) return;
    count(next);
    writer.result(next);
    test.reportedCount++;
  }
}

function count(test) {
  if (test.isSuite) {
    counts.suites++;
    return;
  }
  counts.tests++;
  if (test.isCancelled) counts.cancelled++;
  else if (test.skipped) counts.skipped++;
  else if (test.isTodo) counts.todo++;
  else if (test.error !== null) counts.failed++;
  else counts.passed++;
}

function summarize(root) {
  report(root);
  writer.summary(counts, root);
}

module.exports = { report, summarize };
