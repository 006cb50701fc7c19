'use strict';
// Buffers that are detached, resized or replaced while the system reads: the others get what is theirs, and the callback comes.
const crypto = require('crypto');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gone-'));
const file = path.join(folder, 'file');
fs.writeFileSync(file, 'abcdefghij'.repeat(10));
const fd = fs.openSync(file, 'r');
const detach = (buffer) => structuredClone(buffer, { transfer: [buffer] });
const report = (call) => new Promise((resolve) => { call((error, ...results) => resolve([error?.code, ...results])); });

(async () => {
  let memory = new ArrayBuffer(20);
  let reading = report((callback) => fs.read(fd, Buffer.from(memory), 0, 20, 0, callback));
  detach(memory);
  const [error, count, buffer] = await reading;
  console.log('read', error, count, buffer.length);

  memory = new ArrayBuffer(20, { maxByteLength: 40 });
  const resized = Buffer.from(memory);
  reading = report((callback) => fs.read(fd, resized, 0, 20, 0, callback));
  memory.resize(4);
  console.log('read, resized', (await reading)[1], Buffer.from(memory).toString());

  memory = new ArrayBuffer(10);
  const second = Buffer.alloc(10);
  const third = Buffer.alloc(5);
  const list = [Buffer.from(memory), second, third];
  reading = report((callback) => fs.readv(fd, list, 5, callback));
  detach(memory);
  list[2] = Buffer.alloc(5);
  console.log('readv', (await reading)[1], second.toString(), third.toString());

  const handle = await fs.promises.open(file);
  memory = new ArrayBuffer(20);
  reading = handle.read(Buffer.from(memory), 0, 20, 0);
  detach(memory);
  console.log('handle', (await reading).bytesRead);
  await handle.close();

  memory = new ArrayBuffer(20);
  reading = report((callback) => crypto.randomFill(new Uint8Array(memory), callback));
  detach(memory);
  console.log('randomFill', (await reading)[1].length);

  fs.closeSync(fd);
  fs.rmSync(folder, { recursive: true });

  const server = net.createServer((socket) => {
    socket.write('one');
    socket.once('data', () => socket.end('two'));
  }).listen(0, '127.0.0.1', () => {
    memory = new ArrayBuffer(10);
    const client = net.connect({
      port: server.address().port,
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.from(memory),
        callback(count, own) {
          console.log('onread', count, own.length);
          if (memory.detached) return true;
          detach(memory);
          client.write('next');
          return true;
        },
      },
    });
    client.on('close', () => server.close());
  });
})();
