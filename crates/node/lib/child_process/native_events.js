'use strict';
// What Rust (src/bindings/child_process.rs) tells about children and channels, each one macrotask in the poll phase.

const { runCallback } = require('loop/ticks');

// By process number and by channel: who is told.
const children = new Map();
const channels = new Map();

// In the order of Rust's `Event`.
const tell = [
  (pid, code, signal) => {
    const child = children.get(pid);
    children.delete(pid);
    child?.onended(code, signal);
  },
  (channel, bytes, descriptors) => channels.get(channel)?.onreceived(bytes, descriptors),
  (channel, status) => channels.get(channel)?.onsent(status),
];

const listenerOf = (event, first) => (event === 0 ? children : channels).get(first);

function deliver(event, first, second, third) {
  const { frame } = listenerOf(event, first);
  if (__hexloop_context__ !== frame) __hexloop_context__ = frame;
  tell[event](first, second, third);
}

binding('loop').connect('childEvent', (event, first, second, third) => {
  if (listenerOf(event, first) !== undefined) runCallback(deliver, [event, first, second, third]);
});

// What keeps the loop alive of all this, by Node's names: the channels with their listeners, then the children.
function active() {
  const found = [];
  for (const pipe of channels.values()) {
    if (pipe.isReferenced) found.push({ owner: pipe, kind: 'PipeWrap' });
  }
  for (const child of children.values()) {
    if (child.isReferenced) found.push({ owner: child.owner, kind: 'ProcessWrap' });
  }
  return found;
}

module.exports = { active, channels, children };
