'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

const { createHash } = require('crypto');
const size = 8 * 1024 * 1024;
const data = Buffer.alloc(size);
for (let i = 0; i < size; i += 4) data.writeUInt32LE(Math.imul(i, 2654435761) >>> 0, i);
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
const server = tls.createServer({ key: key('localhost.key'), cert: key('localhost.pem'), allowHalfOpen: true }, (socket) => {
  const parts = [];
  socket.on('data', (part) => parts.push(part));
  socket.on('end', () => {
    const all = Buffer.concat(parts);
    console.log('server:', all.length, hash(all) === hash(data), parts.every((part) => part.length <= 16384));
    let waits = 0;
    (function write(from) {
      for (; from < size; from += 65536) {
        if (!socket.write(all.subarray(from, from + 65536))) {
          waits++;
          socket.once('drain', () => write(from + 65536));
          return;
        }
      }
      console.log('server waited:', waits > 0);
      socket.end();
    })(0);
  });
});
server.listen(0, () => {
  const socket = tls.connect({ port: server.address().port, ca: key('root.pem'), allowHalfOpen: true }, () => socket.end(data));
  const back = createHash('sha256');
  let length = 0;
  socket.pause();
  setTimeout(() => socket.resume(), 50);
  socket.on('data', (part) => {
    length += part.length;
    back.update(part);
    if (Math.random() < 0.05) {
      socket.pause();
      setImmediate(() => socket.resume());
    }
  });
  socket.on('end', () => {
    console.log('client:', length, back.digest('hex') === hash(data));
    server.close();
  });
});
