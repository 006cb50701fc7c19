'use strict';
// What keeps the loop alive, by Node's names for it.

const { numbers, REFED_IMMEDIATES, REFED_TIMERS } = require('loop/state');

const ifLoaded = (id, list) => (require.has(id) ? list(require(id)) : []);

function nameOf(handle) {
  const { Listener, Pipe, TTY } = require('net/handle');
  if (handle instanceof Listener) return handle.isPipe ? 'PipeServerWrap' : 'TCPServerWrap';
  if (handle instanceof TTY) return 'TTYWrap';
  if (require.has('dgram/handle') && handle instanceof require('dgram/handle').UDP) return 'UDPWrap';
  return handle instanceof Pipe ? 'PipeWrap' : 'TCPSocketWrap';
}

// Each is { kind, thing, isReferenced }, with the `owner` a program knows it by and `about`, what to tell of it. Work that
// Node has no name for has no kind; it may have a `name` of ours.
const requests = () => ifLoaded('loop/requests', ({ underWay }) => underWay());

// Sockets, pipes and terminals count from the moment they are made, reading or not; files never do.
const handles = () => ifLoaded('net/handle', ({ openHandles }) => openHandles().map((handle) => ({
  kind: nameOf(handle),
  thing: handle,
  isReferenced: handle.hasRef(),
  owner: handle.owner ?? handle,
  get about() { return addressesOf(handle); },
})));

const ports = () => ifLoaded('messaging/delivery', ({ refedMailboxes }) => refedMailboxes().map((thing) => ({
  kind: 'MessagePort', thing, isReferenced: true,
})));

// Children that run, with their channels.
const children = () => ifLoaded('child_process/native_events', ({ running }) => running());

const watchers = () => ifLoaded('fs/watch', ({ runningWatchers }) => runningWatchers());

function addressesOf(handle) {
  const { Listener } = require('net/handle');
  const written = ({ address, port }) => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`);
  const here = {};
  const there = {};
  if (handle.getsockname(here) < 0 || here.port === undefined) return `descriptor ${handle.fd}`;
  if (handle instanceof Listener) return `listening on ${written(here)}`;
  const isConnected = handle.getpeername(there) >= 0 && there.port !== undefined;
  return isConnected ? `${written(here)} to ${written(there)}` : `at ${written(here)}`;
}

// All of it, also what does not keep the loop alive: see why/report.js.
function everything() {
  return [
    ...requests(),
    ...handles(),
    ...ports(),
    ...children(),
    ...ifLoaded('worker/worker', ({ runningWorkers }) => runningWorkers()),
    ...watchers(),
    ...ifLoaded('loop/timers', ({ waitingTimers }) => waitingTimers()),
    ...ifLoaded('loop/immediates', ({ waitingImmediates }) => waitingImmediates()),
  ];
}

const kindsOf = (things) => things.filter(({ kind, isReferenced }) => isReferenced && kind !== undefined).map(({ kind }) => kind);

const getActiveResourcesInfo = () => [
  ...kindsOf([...requests(), ...handles(), ...ports(), ...children(), ...watchers()]),
  ...Array(numbers[REFED_TIMERS]).fill('Timeout'),
  ...Array(numbers[REFED_IMMEDIATES]).fill('Immediate'),
];

// Node's requests are objects of classes named so; there is nothing in them for a program.
const _getActiveRequests = () => kindsOf(requests()).map((kind) => new ({ [kind]: class {} }[kind])());

const _getActiveHandles = () => [...handles(), ...children()].filter(({ isReferenced }) => isReferenced).map(({ owner }) => owner);

module.exports = { _getActiveHandles, _getActiveRequests, everything, getActiveResourcesInfo };
