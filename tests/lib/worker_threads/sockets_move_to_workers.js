'use strict';
// A socket or a server in the transfer list goes on in the worker; what cannot move without loss is refused.
const net = require('net');
const { once } = require('events');
const { MessageChannel, Worker, isMainThread, parentPort } = require('worker_threads');

const refused = (name, call) => {
  try {
    call();
    console.log(name, 'moved');
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};

if (!isMainThread) {
  // What is seen here goes through the sockets: lines of a worker may come at any time.
  parentPort.on('message', ({ socket, server }) => {
    if (socket) {
      const facts = JSON.stringify([socket instanceof net.Socket, socket.allowHalfOpen]);
      socket.on('data', (chunk) => socket.end(`echo: ${chunk} ${facts}`));
    } else {
      const facts = JSON.stringify([server instanceof net.Server, server.listening, server.pauseOnConnect, server.keepAlive, server.keepAliveInitialDelay]);
      server.on('connection', (accepted) => accepted.end(`from the worker ${facts}`));
    }
  });
  return;
}

async function received(port) {
  const client = net.connect(port, '127.0.0.1');
  client.write('hello');
  client.setEncoding('utf8');
  let text = '';
  for await (const chunk of client) text += chunk;
  return text;
}

async function main() {
  const worker = new Worker(__filename);
  const front = net.createServer({ allowHalfOpen: true }, (socket) => {
    worker.postMessage({ socket }, [socket]);
    console.log('moved', socket._handle, socket.destroyed, socket.writable);
    socket.on('error', () => {});
    socket.write('lost', (error) => console.log(error.code));
    front.close();
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  console.log(await received(front.address().port));

  const server = net.createServer({ keepAlive: true, keepAliveInitialDelay: 2000 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  worker.postMessage({ server }, [server]);
  console.log('moved', server._handle, server.listening);
  console.log(await received(port));
  await worker.terminate();

  const { port1 } = new MessageChannel();
  refused('not listening', () => port1.postMessage(0, [net.createServer()]));
  refused('not connected', () => port1.postMessage(0, [new net.Socket()]));
  const used = net.createServer((socket) => socket.once('data', () => {
    refused('has read', () => port1.postMessage({ socket }, [socket]));
    refused('not in the list', () => port1.postMessage({ socket }));
    console.log('still there', socket._handle !== null);
    socket.destroy();
    used.close();
    port1.close();
  }));
  used.listen(0, '127.0.0.1', () => net.connect(used.address().port, '127.0.0.1').on('error', () => {}).end('data'));
  await once(used, 'close');

  // A value that cannot be cloned: nothing has moved.
  const kept = net.createServer().listen(0);
  await once(kept, 'listening');
  const channel = new MessageChannel();
  refused('with a function', () => channel.port1.postMessage({ kept, no() {} }, [kept]));
  console.log(kept.listening);
  kept.close();
  channel.port1.close();
}

main();
