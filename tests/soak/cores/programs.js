'use strict';
// Whole programs of this folder, short: a cluster whose workers crash, workers that end while they open descriptors.

const cp = require('child_process');
const path = require('path');
const { closed, must, textOf } = require('./common.js');

async function program(name, ...args) {
  const child = cp.spawn(process.execPath, [path.join(__dirname, '..', name), ...args.map(String)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [end, out, errors] = await Promise.all([closed(child), textOf(child.stdout), textOf(child.stderr)]);
  must(end === 0, `${name} ${args.join(' ')} ended with ${end}\n${out}${errors}`);
}

// On Node the primary dies of a worker that asks for a port and is gone, and workers leave descriptors and zombies.
const isNode = process.versions.hexloop === undefined;

const cluster = (random) => program('crashing_cluster.js', 4 + random.below(8), random.below(1e6));
const descriptors = (random) => program('ended_workers.js', 10, random.below(1e6));
// Each is many rounds of its own.
cluster.times = 1;
descriptors.times = 1;

module.exports = isNode ? {} : { cluster, descriptors };
