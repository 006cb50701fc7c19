'use strict';
// Messages between ports: each is a task that whoever posted it has scheduled.

const log = require('trace/log');
const { noteOf, note } = require('trace/stamp');

const { MESSAGE } = log.KINDS;
const isObject = (value) => typeof value === 'object' && value !== null;

// Mail from another thread has no sender here.
const strange = () => log.queued(MESSAGE, -1, -1, log.label('message'), -1, -1);

function delivering(deliver) {
  return function (message) {
    if (!log.isOn()) return deliver.call(this, message);
    log.callbackBegan(MESSAGE, (isObject(message) ? noteOf(message) : undefined) ?? strange());
    const result = deliver.call(this, message);
    log.ended();
    return result;
  };
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

module.exports = { watchMailboxes };
