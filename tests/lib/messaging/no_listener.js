'use strict';
// A port whose last listener left keeps what comes for the next one.
const { MessageChannel } = require('worker_threads');

const leaves = new MessageChannel();
function first(message) {
  console.log('first', message);
  if (message !== 2) return;
  leaves.port2.off('message', first);
  setImmediate(() => leaves.port2.on('message', second));
}
function second(message) {
  console.log('second', message);
  if (message === 4) leaves.port2.close(handlerTakenAway);
}
leaves.port2.on('message', first);
for (const message of [1, 2, 3, 4]) leaves.port1.postMessage(message);

function handlerTakenAway() {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => console.log('never');
  port2.onmessage = null;
  port1.postMessage('kept');
  setTimeout(() => {
    port2.onmessage = ({ data }) => {
      console.log('handler', data);
      port1.close();
      port2.on('close', startedBefore);
    };
  }, 5);
}

function startedBefore() {
  const { port1, port2 } = new MessageChannel();
  const never = () => console.log('never');
  port2.start();
  port2.on('message', never).off('message', never);
  port1.postMessage('kept too');
  setTimeout(() => {
    port2.once('message', (data) => {
      console.log('started', data);
      port2.close();
    });
  }, 5);
}
