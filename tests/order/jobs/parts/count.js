'use strict';
// Counts promise jobs: a chain of `then`s runs one job per round, so what is noted in round n came n jobs after the start.
// Each operation is given `note(what)`; its line has everything it noted, with the round.
const ROUNDS = 24;

function count(name, operation, next) {
  let round = 0;
  const noted = [];
  const note = (what) => { noted.push(`${String(what)}@${round}`); };
  const step = () => {
    round++;
    if (round < ROUNDS) Promise.resolve().then(step);
  };
  Promise.resolve().then(step);
  operation(note);
  setImmediate(() => {
    console.log(`${name}: ${noted.join(' ')}`);
    next();
  });
}

module.exports = (operations) => {
  const names = Object.keys(operations);
  let at = 0;
  const next = () => {
    const name = names[at++];
    if (name !== undefined) count(name, operations[name], next);
  };
  next();
};
