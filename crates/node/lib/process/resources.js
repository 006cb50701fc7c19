'use strict';
// Active resources: what keeps the loop alive, by Node's names.

const { arrayFill, arrayFilter, arrayJoin, arrayMap } = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { isIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { numbers, REFED_IMMEDIATES, REFED_TIMERS } = require('loop/state');

const ifLoaded = (id, list) => (require.has(id) ? list(require(id)) : []);

function nameOf(handle) {
  const { Listener, Pipe, TTY } = require('net/handle');
  // Node has another name for a pipe server, and does not use it here.
  if (handle instanceof Listener) return handle.isPipe ? 'PipeWrap' : 'TCPServerWrap';
  if (handle instanceof TTY) return 'TTYWrap';
  if (require.has('dgram/handle') && handle instanceof require('dgram/handle').UDP) return 'UDPWrap';
  return handle instanceof Pipe ? 'PipeWrap' : 'TCPSocketWrap';
}

// Each is { kind, resource, isReferenced }, with the program's object as `owner` and a `detail` for reports. Resources without a name in
// Node have no kind; they may have a `name`.
const requests = () => ifLoaded('loop/requests', ({ pendingRequests }) => pendingRequests());

// Sockets, pipes and terminals count from their creation, reading or not; files never do.
const handles = () => ifLoaded('net/handle', ({ openHandles }) => arrayMap(openHandles(), (handle) => ({
  kind: nameOf(handle),
  resource: handle,
  isReferenced: handle.hasRef(),
  owner: handle.owner ?? handle,
  get detail() { return addressesOf(handle); },
})));

const ports = () => ifLoaded('messaging/delivery', ({ refedQueues }) => arrayMap(refedQueues(), (resource) => ({
  kind: 'MessagePort', resource, isReferenced: true,
})));

// Running children, with their channels.
const children = () => ifLoaded('child_process/native_events', ({ running }) => running());

const workers = () => ifLoaded('worker/worker', ({ runningWorkers }) => runningWorkers());

const watchers = () => ifLoaded('fs/watch', ({ runningWatchers }) => runningWatchers());

function addressesOf(handle) {
  const { Listener } = require('net/handle');
  const formatAddress = ({ address, port }) => (isIn(address, ':') ? `[${address}]:${port}` : `${address}:${port}`);
  const here = {};
  const there = {};
  if (handle.getsockname(here) < 0 || here.port === undefined) return `descriptor ${handle.fd}`;
  if (handle instanceof Listener) return `listening on ${formatAddress(here)}`;
  const isConnected = handle.getpeername(there) >= 0 && there.port !== undefined;
  return isConnected ? `${formatAddress(here)} to ${formatAddress(there)}` : `at ${formatAddress(here)}`;
}

// All of them, also unreferenced ones: see why/report.js.
function allResources() {
  return [
    ...each(requests()),
    ...each(handles()),
    ...each(ports()),
    ...each(children()),
    ...each(workers()),
    ...each(watchers()),
    ...each(ifLoaded('loop/timers', ({ pendingTimers }) => pendingTimers())),
    ...each(ifLoaded('loop/immediates', ({ pendingImmediates }) => pendingImmediates())),
  ];
}

// Types of async_hooks that Node does not count here.
const UNCOUNTED = new SafeSet([undefined, 'Zlib']);

const kindsOf = (resources) => arrayMap(arrayFilter(resources, ({ kind, isReferenced }) => isReferenced && !UNCOUNTED.has(kind)), ({ kind }) => kind);

const getActiveResourcesInfo = () => [
  ...each(kindsOf([...each(requests()), ...each(handles()), ...each(ports()), ...each(children()), ...each(watchers())])),
  ...each(arrayFill(Array(numbers[REFED_TIMERS]), 'Timeout')),
  ...each(arrayFill(Array(numbers[REFED_IMMEDIATES]), 'Immediate')),
];

// In Node requests are instances of classes of these names, without content for programs.
const _getActiveRequests = () => arrayMap(kindsOf(requests()), (kind) => new ({ [kind]: class {} }[kind])());

const _getActiveHandles = () => arrayMap(arrayFilter([...each(handles()), ...each(children())], ({ isReferenced }) => isReferenced), ({ owner }) => owner);

// For crates/node/src/live/loop_stats.rs: 'handle TCPServerWrap 2' or 'request FSReqCallback 1' on each line.
function countActive() {
  const counts = new SafeMap();
  const count = (what, kind, number) => counts.set(`${what} ${kind}`, (counts.get(`${what} ${kind}`) ?? 0) + number);
  const countAll = (what, resources) => {
    for (const { name = 'Work', kind = name, isReferenced } of each(resources)) if (isReferenced) count(what, kind, 1);
  };
  countAll('request', requests());
  countAll('handle', [...each(handles()), ...each(ports()), ...each(children()), ...each(workers()), ...each(watchers())]);
  if (numbers[REFED_TIMERS] > 0) count('handle', 'Timeout', numbers[REFED_TIMERS]);
  if (numbers[REFED_IMMEDIATES] > 0) count('handle', 'Immediate', numbers[REFED_IMMEDIATES]);
  return arrayJoin(arrayMap([...each(counts)], ({ 0: of, 1: number }) => `${of} ${number}\n`), '');
}

module.exports = { _getActiveHandles, _getActiveRequests, countActive, allResources, getActiveResourcesInfo };
