'use strict';
// node:cluster: one program in several processes that share their ports.
//
//   primary (cluster/primary.js)                                   worker (cluster/child.js)
//     fork() ─────────────── child_process.fork, NODE_UNIQUE_ID ────▶ cluster.worker
//     queryServer ◀────────────────────────────────────────────────── server.listen(), socket.bind()
//       round_robin.js   accepts, and hands each connection to the worker that has been free longest ──▶ newconn
//       shared_handle.js binds, and sends every worker the socket itself (SCHED_NONE, and always UDP)
//
// Everything goes through the channel of fork() as internal messages with `cmd: 'NODE_CLUSTER'` (cluster/messages.js). A process
// is primary or worker for its whole life.

const { objectHasOwn } = require('core/intrinsics');

module.exports = objectHasOwn(require('globals').process.env, 'NODE_UNIQUE_ID') ? require('cluster/child') : require('cluster/primary');
