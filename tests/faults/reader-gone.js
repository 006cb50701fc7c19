'use strict';
// A pipe whose reader has gone: EPIPE, and nothing else happens. The suite makes the pipe and names it in PIPE.
const fs = require('fs');

const { O_RDONLY, O_NONBLOCK, O_WRONLY } = fs.constants;
const kind = (error) => `${error.code} ${error.syscall} ${error.errno} ${error.message}`;

function brokenPipe() {
  const reader = fs.openSync(process.env.PIPE, O_RDONLY | O_NONBLOCK);
  const writer = fs.openSync(process.env.PIPE, O_WRONLY);
  fs.closeSync(reader);
  return writer;
}

async function main() {
  let fd = brokenPipe();
  try {
    fs.writeSync(fd, 'x');
  } catch (error) {
    console.log('writeSync', kind(error));
  }
  await new Promise((resolve) => {
    fs.write(fd, 'x', (error) => {
      console.log('write', kind(error));
      resolve();
    });
  });
  try {
    fs.writeFileSync(fd, 'x');
  } catch (error) {
    console.log('writeFileSync', kind(error));
  }
  const stream = fs.createWriteStream('', { fd });
  const events = [];
  stream.on('error', (error) => events.push(kind(error)));
  stream.write('x', (error) => events.push(`callback ${error?.code}`));
  await new Promise((resolve) => { stream.on('close', resolve); });
  console.log('stream', events);
  fd = brokenPipe();
  fs.closeSync(fd);
  console.log('end');
}

main();
