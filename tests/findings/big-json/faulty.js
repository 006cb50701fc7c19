'use strict';
// One text for everything, read in one go.
const cpu = () => process.threadCpuUsage().user / 1000;
const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}`, tags: ['a', 'b', 'c'], at: [id, id] }));
const part = JSON.stringify(rows);
let text = part;

setTimeout(() => {
  // Until it is long enough for this machine.
  for (let took = 0, copies = 2; took < 350; copies *= 2) {
    text = `[${Array(copies).fill(part).join()}]`;
    const began = cpu();
    JSON.parse(text); // <- big-json
    took = cpu() - began;
  }
  console.log('done');
}, 20);
