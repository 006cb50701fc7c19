'use strict';
// Messages between ports: each is a task that whoever posted it has scheduled. One that goes to another thread gets a number on its
// way (crates/trace/src/mail.rs), and both threads note it.

const log = require('trace/log');
const { noteOf, note } = require('trace/stamp');

const { cells, POSTING, LETTER } = log;
const { MESSAGE } = log.KINDS;
const isObject = (value) => typeof value === 'object' && value !== null;

// What comes from another thread is text, or an array that begins with it (bindings/messaging.rs).
const isFromAfar = (message) => typeof message === 'string' || Array.isArray(message);

function taskOf(message) {
  const known = isObject(message) ? noteOf(message) : undefined;
  if (known !== undefined) return known;
  const task = log.queued(MESSAGE, -1, -1, log.label('message'), -1, -1);
  const letter = isFromAfar(message) ? cells[LETTER] : 0;
  if (letter !== 0) log.native.received(letter, task);
  return task;
}

function delivering(deliver) {
  return function (message) {
    if (!log.isOn()) return deliver.call(this, message);
    log.callbackBegan(MESSAGE, taskOf(message));
    const result = deliver.call(this, message);
    log.ended();
    return result;
  };
}

// The natives that carry a message away: before they do, where that is written.
function watchPosts(natives) {
  for (const name of ['post', 'postToOne', 'broadcast']) {
    const native = natives[name];
    natives[name] = (...values) => {
      if (log.isOn()) {
        log.running();
        cells[POSTING] = log.stackHere() + 1;
      }
      return native(...values);
    };
  }
}

function watchMailboxes({ Mailbox }) {
  const { put, start } = Mailbox.prototype;
  const watched = new WeakSet();
  const watch = (mailbox) => {
    if (watched.has(mailbox)) return;
    watched.add(mailbox);
    mailbox.deliver = delivering(mailbox.deliver);
  };
  Mailbox.prototype.put = function (message) {
    watch(this);
    if (isObject(message) && log.isOn()) {
      note(message, log.queued(MESSAGE, log.stackHere(), -1, log.label('message'), log.running(), log.now()));
    }
    return put.call(this, message);
  };
  Mailbox.prototype.start = function () {
    watch(this);
    return start.call(this);
  };
}

module.exports = { watchMailboxes, watchPosts };
