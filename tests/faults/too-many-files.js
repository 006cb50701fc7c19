'use strict';
// 10,000 files are opened where a process may have 256: each call ends with a descriptor or with EMFILE, and when all are
// closed the process has as many as before. The suite sets the limit.
const fs = require('fs');

const openNow = () => fs.readdirSync('/proc/self/fd').length;
const many = 10_000;

function openMany(done) {
  const opened = [];
  const codes = new Set();
  let left = many;
  for (let i = 0; i < many; i++) {
    fs.open(__filename, (error, fd) => {
      if (error) codes.add(`${error.code} ${error.syscall} ${error.message.replace(__filename, 'FILE')}`);
      else opened.push(fd);
      if (--left === 0) done(opened, codes);
    });
  }
}

// Whatever loads its own parts late does so before.
fs.promises.open(__filename).then(async (handle) => {
  await handle.readFile();
  await handle.close();
  fs.createReadStream(__filename).on('close', main).resume();
});

function main() {
  const before = openNow();
  openMany(async (opened, codes) => {
    console.log('some were opened', opened.length > 100 && opened.length < 256, 'others', [...codes]);
    await failures();
    for (const fd of opened) fs.closeSync(fd);
    console.log('as many as before', openNow() === before, fs.readFileSync(__filename).length > 0);
  });
}

async function failures() {
  const kind = (error) => `${error.code} ${error.syscall} ${error.errno}`;
  const attempt = (work) => {
    try {
      return work();
    } catch (error) {
      return kind(error);
    }
  };
  console.log('openSync', attempt(() => fs.openSync(__filename)));
  console.log('readFileSync', attempt(() => fs.readFileSync(__filename)));
  console.log('opendirSync', attempt(() => fs.opendirSync('/')));
  console.log('promises.open', await fs.promises.open(__filename).catch(kind));
  console.log('promises.readFile', await fs.promises.readFile(__filename).catch(kind));
  console.log('readdir', await fs.promises.readdir('/').catch(kind));
  console.log('copyFile', await fs.promises.copyFile(__filename, '/tmp/hexloop-never').catch(kind));
  const stream = fs.createReadStream(__filename);
  console.log('stream', await new Promise((resolve) => { stream.on('error', (error) => resolve(kind(error))); }));
}
