'use strict';
// trackUnmanagedFds: what a worker opened by number is closed when it ends, and FileHandles are.
const { Worker } = require('worker_threads');
const { once } = require('events');
const fs = require('fs');

const preamble = `
  const fs = require('fs');
  const { parentPort } = require('worker_threads');
  const __filename = ${JSON.stringify(__filename)};
  process.on('warning', ({ name, message }) => parentPort.postMessage(name + ': ' + message.replace(/\\d+/, 'N')));
`;
const start = (text, options) => new Worker(`${preamble}${text}`, { eval: true, ...options });

function isOpen(fd) {
  try {
    fs.fstatSync(fd);
    return true;
  } catch ({ code }) {
    return code;
  }
}

async function openedBy(text, options) {
  const worker = start(text, options);
  const [[fd]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return fd;
}

async function main() {
  const post = 'parentPort.postMessage';
  console.log('by default', isOpen(await openedBy(`${post}(fs.openSync(__filename))`)));
  console.log('asked for', isOpen(await openedBy(`${post}(fs.openSync(__filename))`, { trackUnmanagedFds: true })));
  console.log('with a callback', isOpen(await openedBy(`fs.open(__filename, (error, fd) => ${post}(fd))`)));
  console.log('after exit()', isOpen(await openedBy(`${post}(fs.openSync(__filename)); process.exit()`)));

  const kept = await openedBy(`${post}(fs.openSync(__filename))`, { trackUnmanagedFds: false });
  console.log('not followed', isOpen(kept));
  fs.closeSync(kept);

  const twice = start(`${post}(fs.openSync(__filename)); parentPort.once('message', () => fs.closeSync(fs.openSync(__filename)));`);
  const [fd] = await once(twice, 'message');
  fs.closeSync(fd);
  twice.postMessage('');
  console.log(...(await Promise.all([once(twice, 'message'), once(twice, 'exit')]))[0]);

  const foreign = start("parentPort.once('message', (fd) => fs.closeSync(fd));");
  foreign.postMessage(fs.openSync(__filename));
  console.log(...(await Promise.all([once(foreign, 'message'), once(foreign, 'exit')]))[0]);

  const handle = start('fs.promises.open(__filename).then((handle) => { globalThis.kept = handle; parentPort.postMessage(handle.fd); setInterval(() => {}, 1000); })');
  const [ofHandle] = await once(handle, 'message');
  console.log('a FileHandle', isOpen(ofHandle), await handle.terminate(), isOpen(ofHandle));
}

main();
