'use strict';
// Runs rounds: each is one of some steps, and the seed and its number determine which, and what it does. Several run at a time, so
// which moments of them meet is up to the machine; everything else comes again with the seed.
//
//   step.times            how often it is chosen, among so many of all
//   step(random, count)   resolves when all that it has begun has come to an end; throws what it found wrong

const { Random } = require('./random.js');

const LANES = 4;
const USUALLY = 4;
// A round that takes longer hangs: something was lost.
const PATIENCE = 120_000;

class Rounds {
  // `only`: the number of the one round that is run again and again.
  constructor(steps, seed, only) {
    this.steps = steps;
    // As often as it says, where it says so.
    this.names = Object.keys(steps).flatMap((name) => Array(steps[name].times ?? USUALLY).fill(name));
    this.seed = seed;
    this.only = only;
    this.next = 0;
    this.running = new Map();
    this.counts = {};
    this.faults = [];
    this.isOver = false;
  }

  count(name) { this.counts[name] = (this.counts[name] ?? 0) + 1; }

  // What is found wrong, with how to see it again.
  fault(number, name, what) {
    const text = `round ${number} (${name}), seed ${this.seed}: ${what}\n  again: ${process.execPath} ${process.argv[1]} 60 ${this.seed} --round ${number}`;
    this.faults.push(`round ${number} (${name})`);
    console.log(`FAULT ${text}`);
  }

  async #round(number) {
    const random = new Random(Random.seedOf(this.seed, number));
    const name = random.pick(this.names);
    this.running.set(number, name);
    this.count(name);
    let timer;
    const late = new Promise((resolve, reject) => {
      timer = setTimeout(() => {
        const others = [...this.running].map(([other, what]) => `${other} ${what}`).join(', ');
        reject(new Error(`hangs; running: ${others}`));
      }, PATIENCE);
    });
    try {
      await Promise.race([this.steps[name](random, (what) => this.count(`${name}: ${what}`)), late]);
    } catch (error) {
      this.fault(number, name, error.stack);
    }
    clearTimeout(timer);
    this.running.delete(number);
  }

  async #lane() {
    while (!this.isOver) await this.#round(this.only ?? this.next++);
  }

  // For so long; rounds that have begun come to their end.
  async run(ms) {
    this.isOver = false;
    const timer = setTimeout(() => { this.isOver = true; }, ms);
    await Promise.all(Array.from({ length: LANES }, () => this.#lane()));
    clearTimeout(timer);
  }
}

module.exports = { Rounds };
