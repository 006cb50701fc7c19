'use strict';
// Messages between primary and workers. Every message has a sequence number; one that expects a reply registers a callback under
// it, and the reply carries the number (`ack`). If the peer goes away first the reply is `undefined`.
//
// A message that cannot be sent never causes an 'error' event, which would end the primary because a worker has exited. (In Node
// it does for messages without a handle.) If the peer is gone, 'disconnect' follows; otherwise the callback gets the error number.

const { SafeMap, SafeSet } = require('core/safe/collections');
const { each, entriesOf } = require('core/safe/walk');

const PEER_GONE = new SafeSet(['EPIPE', 'ECONNRESET', 'ERR_IPC_CHANNEL_CLOSED']);

const pending = new SafeMap();
let nextSeq = 0;

// Returns false if the peer is disconnected, or under backpressure.
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

// A listener for 'internalMessage': replies go to their callbacks, everything else to `receive`.
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

// The channel of the target is closed.
function dropPending(target) {
  for (const { 0: seq, 1: entry } of each(entriesOf(pending))) {
    if (entry.target === target) takePending(seq)?.callback(undefined);
  }
}

module.exports = { dropPending, makeReceiver, send };
