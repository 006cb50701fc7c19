'use strict';
// A worker cannot put another program in the place of the process.
const { Worker } = require('worker_threads');
new Worker("try { process.execve(process.execPath, []); } catch ({ name, code, message }) { console.log(name, code, message); }", { eval: true });
