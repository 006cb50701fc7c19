'use strict';
// process.exit() in the middle of anything: 'exit' has the code, and no 'error' is emitted.
const { Worker } = require('worker_threads');

const programs = {
  'at the top': 'process.exit(3)',
  'in a promise': 'Promise.resolve().then(() => process.exit(4))',
  'in an async function that would throw': '(async () => { try { process.exit(5); } finally { throw new Error("late"); } })()',
  'in a module': 'import fs from "fs"; process.exit(6); await 1; throw new Error("late")',
  'in a listener of exit': 'process.on("exit", () => process.exit(7))',
  'in a getter while a message is written': 'require("worker_threads").parentPort.postMessage({ get a() { process.exit(8); } })',
  'in a callback of a native function': '[3, 1, 2].sort(() => process.exit(9)); throw new Error("late")',
  'in JSON': 'JSON.stringify({ toJSON() { process.exit(10); } }); throw new Error("late")',
  'in a timer': 'setTimeout(() => { process.exit(11); }); setTimeout(() => { throw new Error("late"); }, 1)',
};

async function main() {
  for (const [name, text] of Object.entries(programs)) {
    const heard = [];
    await new Promise((resolve) => {
      const worker = new Worker(text, { eval: true });
      for (const event of ['message', 'error', 'messageerror']) worker.on(event, (value) => heard.push(event, `${value}`));
      worker.on('exit', (code) => {
        heard.push('exit', code);
        resolve();
      });
    });
    console.log(name, ...heard);
  }
}

main();
