'use strict';
// The time since the process started, in milliseconds, and its milestones.

const { arrayIncludes, arrayIndexOf, mathMax } = require('core/intrinsics');
const { monotonic, timeOrigin: nativeTimeOrigin } = binding('process');

const now = () => monotonic() / 1e6;

// The wall-clock time of the process start.
const timeOrigin = nativeTimeOrigin();

const MILESTONES = ['nodeStart', 'v8Start', 'environment', 'bootstrapComplete', 'loopStart', 'loopExit'];

const cache = { __proto__: null };

// When a milestone was reached; -1 if it was not.
function milestone(name) {
  if (cache[name] !== undefined) return cache[name];
  const age = binding('perf').milestoneAges()[arrayIndexOf(MILESTONES, name)];
  return age < 0 ? -1 : cache[name] = mathMax(0, (monotonic() - age) / 1e6);
}

const isMilestone = (name) => arrayIncludes(MILESTONES, name);

module.exports = { isMilestone, milestone, now, timeOrigin };
