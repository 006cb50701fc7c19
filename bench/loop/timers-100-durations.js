'use strict';
// Many timers over a hundred durations, 1 to 100 ms. What counts is what a timer costs the
// processor, not how long it waits: wall time has a floor of 100 ms / 3e5 = 333 ns that says
// nothing about the runtime. So this one is measured in CPU time of the process.
const count = 3e5;
let done = 0;

function fired() {
  if (++done < count) return;
  const { user, system } = process.cpuUsage(begin);
  console.log(`result ${done}`);
  console.log(`ns ${((user + system) * 1000) / count}`);
}

const begin = process.cpuUsage();
for (let i = 0; i < count; i++) setTimeout(fired, 1 + (i % 100));
