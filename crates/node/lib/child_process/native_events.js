'use strict';
// Events of children and channels from Rust (src/bindings/child_process.rs), each one macrotask in the poll phase.

const { arrayPush } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { each, valuesOf } = require('core/safe/walk');
const { runCallback } = require('loop/ticks');

// Listeners, by pid and by channel id.
const children = new SafeMap();
const channels = new SafeMap();

// Shared with Rust as `child_event` (build.rs).
const EXITED = 0;
const RECEIVED = 1;
const SENT = 2;

const handlers = {
  __proto__: null,
  [EXITED](pid, code, signal) {
    const child = children.get(pid);
    children.delete(pid);
    child?.onended(code, signal);
  },
  [RECEIVED](channel, bytes, descriptors) { channels.get(channel)?.onreceived(bytes, descriptors); },
  [SENT](channel, status) { channels.get(channel)?.onsent(status); },
};

const listenerOf = (event, first) => (event === EXITED ? children : channels).get(first);

function deliver(event, first, second, third) {
  const listener = listenerOf(event, first);
  if (__hexloop_context__ !== listener.frame) __hexloop_context__ = listener.frame;
  if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitBefore(listener);
  handlers[event](first, second, third);
  if (__hexloop_resources__ === undefined) return;
  __hexloop_resources__.emitAfter();
  if (listenerOf(event, first) !== listener) __hexloop_resources__.emitDestroy(listener);
}

binding('loop').connect('childEvent', (event, first, second, third) => {
  if (listenerOf(event, first) !== undefined) runCallback(deliver, [event, first, second, third]);
});

// For process/resources.js: channels, then children.
function running() {
  const found = [];
  for (const pipe of each(valuesOf(channels))) {
    if (pipe.isClosed) continue;
    arrayPush(found, { kind: 'PipeWrap', resource: pipe, isReferenced: pipe.isReferenced, owner: pipe, detail: 'a channel of messages' });
  }
  for (const child of each(valuesOf(children))) {
    const { owner, isReferenced, pid } = child;
    arrayPush(found, { kind: 'ProcessWrap', resource: child, isReferenced, owner, detail: `${owner.spawnfile}, process ${pid}` });
  }
  return found;
}

module.exports = { channels, children, running };
