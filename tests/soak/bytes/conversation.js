'use strict';
// The same conversation over every kind of connection: the client says who it is, how much it sends and how much it wants, and
// both send it at once, in pieces; each checks what it receives. The server ends when it has all; a client may do so before,
// where a connection can be half open.

const { Random, Receiver, bytesOf } = require('./content.js');

const HEADER = 12;

// In pieces as large as chance has it, waiting for 'drain' or not.
async function send(run, random, socket, id, length) {
  for (let offset = 0; offset < length;) {
    const count = Math.min(length - offset, 1 + random.length(60_000));
    const goesOn = socket.write(bytesOf(id, offset, count));
    offset += count;
    run.disturbance.maybe(random);
    if (!goesOn && !socket.writableCorked && random.chance(2)) await new Promise((resolve) => { socket.once('drain', resolve); });
    else if (random.chance(8)) await new Promise((resolve) => { setImmediate(resolve); });
    if (random.chance(10)) socket.cork();
    if (random.chance(5)) socket.uncork();
  }
  while (socket.writableCorked) socket.uncork();
}

// As 'data', 'readable' or an iterator has it; some of it is given back, or waits.
function receive(run, random, socket, take, end) {
  socket.on('end', end);
  if (random.chance(4)) {
    socket.on('readable', () => {
      for (;;) {
        const chunk = random.chance(3) ? socket.read(1 + random.below(3000)) ?? socket.read() : socket.read();
        if (chunk === null) return;
        take(chunk);
        run.disturbance.maybe(random);
      }
    });
    return;
  }
  socket.on('data', (chunk) => {
    if (chunk.length > 1 && random.chance(20)) {
      const cut = 1 + random.below(chunk.length - 1);
      take(chunk.subarray(0, cut));
      socket.unshift(chunk.subarray(cut));
    } else {
      take(chunk);
    }
    run.disturbance.maybe(random);
    if (random.chance(10)) {
      socket.pause();
      setImmediate(() => socket.resume());
    }
  });
}

// The server's end. `head` came before it.
function serve(run, socket, head = Buffer.alloc(0)) {
  let received = head;
  let body = null;
  let wanted = 0;
  let isSent = false;
  const endWhenDone = () => { if (isSent && body.offset >= wanted) socket.end(); };
  const begin = () => {
    const id = received.readUInt32BE(0);
    const length = received.readUInt32BE(4);
    wanted = length;
    body = new Receiver(run, id, 'a server');
    const rest = received.subarray(HEADER);
    const answer = received.readUInt32BE(8);
    if (rest.length > 0) body.take(rest);
    send(run, new Random(run.seed ^ id ^ 0x5bd1e995), socket, id + 1, answer).then(() => {
      isSent = true;
      endWhenDone();
    }, (error) => run.fault(error.stack));
  };
  const take = (chunk) => {
    if (body !== null) {
      body.take(chunk);
      endWhenDone();
      return;
    }
    received = Buffer.concat([received, chunk]);
    if (received.length >= HEADER) begin();
  };
  socket.on('error', (error) => run.fault(`a server's socket: ${error.stack}`));
  receive(run, new Random(run.seed ^ run.serial++), socket, take, () => {
    if (body === null) run.fault('a client ended before it had begun');
    else body.end(wanted);
  });
  if (received.length >= HEADER) begin();
}

function headerOf(id, up, down) {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(id, 0);
  header.writeUInt32BE(up, 4);
  header.writeUInt32BE(down, 8);
  return header;
}

// The client's end, until all has come.
async function converse(run, random, socket, largest, mayEndFirst = false) {
  const id = run.newId();
  const up = random.length(largest);
  const down = random.length(largest);
  const answer = new Receiver(run, id + 1, 'a client');
  const ended = new Promise((resolve) => {
    receive(run, random, socket, (chunk) => answer.take(chunk), () => {
      answer.end(down);
      resolve();
    });
    socket.on('error', (error) => {
      run.fault(`a client's socket: ${error.stack}`);
      resolve();
    });
  });
  socket.write(headerOf(id, up, down));
  await send(run, random, socket, id, up);
  if (mayEndFirst && random.chance(2)) socket.end();
  await ended;
  socket.end();
}

module.exports = { converse, headerOf, serve };
