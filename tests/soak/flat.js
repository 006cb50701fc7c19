'use strict';
// What a process holds: descriptors, threads, children, memory; and whether it still holds no more.

const fs = require('fs');

const status = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]);

// A thread may have gone meanwhile.
function childrenOf(thread) {
  try {
    return fs.readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

function held() {
  return {
    descriptors: fs.readdirSync('/proc/self/fd').length,
    threads: fs.readdirSync('/proc/self/task').length,
    children: fs.readdirSync('/proc/self/task').flatMap(childrenOf).length,
    megabytes: Math.round(status('VmRSS') / 1024),
  };
}

// What ended a moment ago may still be counted: threads of the engine linger for some seconds.
async function settled(before, tries = 100) {
  let now = held();
  for (let i = 0; i < tries && differences(before, now).length > 0; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    globalThis.gc?.();
    now = held();
  }
  return now;
}

// The engine's own threads (collector, compilers) come and go; a leak of one thread for each worker is more than these.
const MORE_THREADS = 8;

function differences(before, after, moreMegabytes = 40) {
  const more = [];
  for (const name of ['descriptors', 'children']) if (after[name] > before[name]) more.push(`${name}: ${before[name]} to ${after[name]}`);
  if (after.threads > before.threads + MORE_THREADS) more.push(`threads: ${before.threads} to ${after.threads}`);
  if (after.megabytes > before.megabytes * 1.25 + moreMegabytes) more.push(`megabytes: ${before.megabytes} to ${after.megabytes}`);
  return more;
}

// Ends the process: 0 if it holds no more than before and there is nothing else to say.
async function conclude(before, faults = []) {
  const after = await settled(before);
  const found = [...faults, ...differences(before, after)];
  console.log('before', JSON.stringify(before), 'after', JSON.stringify(after));
  for (const fault of found) console.log(`FAULT ${fault}`);
  console.log(found.length === 0 ? 'flat' : 'not flat');
  process.exit(found.length === 0 ? 0 : 1);
}

module.exports = { conclude, held };
