'use strict';
// node:cluster: one program in several processes that serve the same ports.
//
//   primary (cluster/primary.js)                                   worker (cluster/child.js)
//     fork() ─────────────── child_process.fork, NODE_UNIQUE_ID ────▶ cluster.worker
//     queryServer ◀────────────────────────────────────────────────── server.listen(), socket.bind()
//       round_robin.js   accepts, and gives each connection to the worker that has been free longest ──▶ newconn
//       shared_handle.js binds, and gives every worker the socket itself (SCHED_NONE, and always UDP)
//
// All of it goes through the channel of fork() in messages with `cmd: 'NODE_CLUSTER'` (cluster/messages.js), which no program
// sees. Which of the two sides this process is does not change while it runs.

module.exports = Object.hasOwn(globalThis.process.env, 'NODE_UNIQUE_ID') ? require('cluster/child') : require('cluster/primary');
