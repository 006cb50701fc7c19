'use strict';
// The time since the process began, in milliseconds, and when its steps were reached.

const { monotonic, timeOrigin: askTimeOrigin } = binding('process');

const now = () => monotonic() / 1e6;

// The wall clock's time when the process began.
const timeOrigin = askTimeOrigin();

const STEPS = ['nodeStart', 'v8Start', 'environment', 'bootstrapComplete', 'loopStart', 'loopExit'];

const reached = { __proto__: null };

// When a step was reached; -1 if it was not.
function milestone(name) {
  if (reached[name] !== undefined) return reached[name];
  const age = binding('perf').milestoneAges()[STEPS.indexOf(name)];
  return age < 0 ? -1 : reached[name] = Math.max(0, (monotonic() - age) / 1e6);
}

const isMilestone = (name) => STEPS.includes(name);

module.exports = { isMilestone, milestone, now, timeOrigin };
