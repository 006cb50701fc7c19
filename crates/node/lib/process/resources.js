'use strict';
// What keeps the loop alive, by Node's names for it.

const { numbers, REFED_IMMEDIATES, REFED_TIMERS } = require('loop/state');

// Sockets, pipes and terminals count from the moment they are made, reading or not; files never do.
function activeHandles() {
  return require.has('net/handle') ? require('net/handle').openHandles().filter((handle) => handle.hasRef()) : [];
}

function nameOf(handle) {
  const { Listener, Pipe, TTY } = require('net/handle');
  if (handle instanceof Listener) return handle.isPipe ? 'PipeServerWrap' : 'TCPServerWrap';
  if (handle instanceof TTY) return 'TTYWrap';
  return handle instanceof Pipe ? 'PipeWrap' : 'TCPSocketWrap';
}

// { owner, kind } of each child that runs, with its channel.
const activeChildren = () => (require.has('child_process/native_events') ? require('child_process/native_events').active() : []);

const activeRequests = () => (require.has('loop/requests') ? require('loop/requests').activeKinds() : []);

function getActiveResourcesInfo() {
  return [
    ...activeRequests(),
    ...activeHandles().map(nameOf),
    ...activeChildren().map(({ kind }) => kind),
    ...(require.has('fs/watch') ? require('fs/watch').activeKinds() : []),
    ...Array(numbers[REFED_TIMERS]).fill('Timeout'),
    ...Array(numbers[REFED_IMMEDIATES]).fill('Immediate'),
  ];
}

// Node's requests are objects of classes named so; there is nothing in them for a program.
const _getActiveRequests = () => activeRequests().map((kind) => new ({ [kind]: class {} }[kind])());

const _getActiveHandles = () => [
  ...activeHandles().map((handle) => handle.owner ?? handle),
  ...activeChildren().map(({ owner }) => owner),
];

module.exports = { _getActiveHandles, _getActiveRequests, getActiveResourcesInfo };
