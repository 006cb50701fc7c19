'use strict';
// What primary and workers say to each other. Every message has a number; one that wants an answer leaves a callback under
// it, and the answer names the number (`ack`). Who goes without having answered has answered `undefined`.

const waiting = new Map();
let nextNumber = 0;

// False if there is nobody to send it to any more, or if the channel is full.
function send(target, message, handle, callback) {
  if (!target.connected) {
    callback?.(undefined);
    return false;
  }
  const seq = nextNumber++;
  if (callback !== undefined) waiting.set(seq, { target, callback });
  return target.send({ cmd: 'NODE_CLUSTER', ...message, seq }, handle);
}

// A listener of 'internalMessage': answers go to who waits for them, all else to `receive`.
function receiver(receive) {
  return (message, handle) => {
    if (message.cmd !== 'NODE_CLUSTER') return;
    if (message.ack === undefined) {
      receive(message, handle);
      return;
    }
    const asked = waiting.get(message.ack);
    waiting.delete(message.ack);
    asked?.callback(message, handle);
  };
}

// Its channel is closed.
function giveUp(target) {
  for (const [seq, asked] of [...waiting]) {
    if (asked.target !== target) continue;
    waiting.delete(seq);
    asked.callback(undefined);
  }
}

module.exports = { giveUp, receiver, send };
