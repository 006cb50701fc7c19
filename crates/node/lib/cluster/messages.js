'use strict';
// What primary and workers say to each other. Every message has a number; one that wants an answer leaves a callback under
// it, and the answer names the number (`ack`). Who goes without having answered has answered `undefined`.
//
// A message that could not be sent is never an 'error' event, which would end a primary for the end of a worker. (On Node it is
// one where no handle goes with the message.) Where the other side is gone, 'disconnect' follows; else it counts as an answer
// with the error's number.

const PEER_GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_IPC_CHANNEL_CLOSED']);

const pending = new Map();
let nextSeq = 0;

// False if there is nobody to send it to any more, or if the channel is full.
function send(target, message, handle, callback) {
  if (!target.connected) {
    callback?.(undefined);
    return false;
  }
  const seq = nextSeq++;
  if (callback !== undefined) pending.set(seq, { target, callback });
  return target.send({ cmd: 'NODE_CLUSTER', ...message, seq }, handle, (error) => {
    if (error && !PEER_GONE.has(error.code)) takePending(seq)?.callback({ errno: error.errno });
  });
}

function takePending(seq) {
  const entry = pending.get(seq);
  pending.delete(seq);
  return entry;
}

// A listener of 'internalMessage': answers go to who waits for them, all else to `receive`.
function makeReceiver(receive) {
  return (message, handle) => {
    if (message.cmd !== 'NODE_CLUSTER') return;
    if (message.ack === undefined) {
      receive(message, handle);
      return;
    }
    takePending(message.ack)?.callback(message, handle);
  };
}

// Its channel is closed.
function dropPending(target) {
  for (const [seq, entry] of [...pending]) {
    if (entry.target === target) takePending(seq)?.callback(undefined);
  }
}

module.exports = { dropPending, makeReceiver, send };
