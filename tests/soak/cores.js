'use strict';
// soak/cores.js SECONDS [SEED [--round N]]: workers, children, clusters, connections and watchers are started, spoken to, blocked,
// broken and ended at random (cores/), several at a time, while an HTTP server of the same process is asked without pause.
// Whatever is determined must be so (on Node it is: the same program runs there). In the end the process holds no more
// descriptors, threads, children and memory than before.
//
// Faults are printed with the round's number; with --round that one is run again and again.

const { conclude, held } = require('./flat.js');
const { Rounds } = require('./rounds.js');
const { Load } = require('./cores/load.js');

const STEPS = {
  ...require('./cores/workers.js'),
  ...require('./cores/children.js'),
  ...require('./cores/trees.js'),
  ...require('./cores/network.js'),
  ...require('./cores/watchers.js'),
  ...require('./cores/programs.js'),
};

const [, , seconds = 600, seed = Date.now() % 1e6, option, only] = process.argv;

async function main() {
  const rounds = new Rounds(STEPS, Number(seed), option === '--round' ? Number(only) : undefined);
  console.log(`soaking for ${seconds} s, seed ${seed}`);
  process.on('unhandledRejection', (error) => rounds.fault(-1, 'unhandled', error?.stack));
  const soak = async (ms) => {
    const load = new Load();
    await load.start(3, (what) => rounds.count(what));
    await rounds.run(ms);
    await load.stop();
  };
  // What is there once everything has happened a few times is where it must stay.
  await soak(seconds * 1000 / 4);
  const before = held();
  await soak(seconds * 1000 * 3 / 4);
  console.log(`${rounds.next} rounds`, JSON.stringify(rounds.counts));
  await conclude(before, rounds.faults);
}

main().catch((error) => {
  console.log(`FAULT seed ${seed}: ${error?.stack}\nnot flat`);
  process.exit(1);
});
