'use strict';
// Five slow jobs on four threads. Hashing a password does not run on the JavaScript thread but on
// the thread pool, which has four threads unless UV_THREADPOOL_SIZE says otherwise. Four jobs share
// the processors; the fifth has to wait until a thread is free, and so would a file read.
//
// Run it:  ./x run examples/pool.js
//          UV_THREADPOOL_SIZE=1 ./x run examples/pool.js

const crypto = require('crypto');

const begin = Date.now();
const since = () => `${Date.now() - begin} ms`.padStart(8);

let finished = 0;
for (let job = 1; job <= 5; job++) {
  crypto.pbkdf2('password', 'salt', 300_000, 32, 'sha256', (error, key) => {
    if (error) throw error;
    finished++;
    console.log(`${since()}  job ${job} is done, ${finished} of 5  (${key.toString('hex', 0, 4)}…)`);
    if (finished === 5) clearInterval(alive);
  });
}
console.log(`${since()}  five jobs are under way, and this thread is free:`);

const alive = setInterval(() => console.log(`${since()}  the loop turns`), 50);
