'use strict';
// EventTarget, Event and AbortSignal.
let count = 0;
const listener = () => { count++; };
const target = new EventTarget();
target.addEventListener('one', listener);
for (let index = 0; index < 3; index++) target.addEventListener('three', () => { count++; });
target.addEventListener('object', { handleEvent: listener });
const event = new Event('one');
const signal = new AbortController().signal;
const aborted = AbortSignal.abort();

const events = {
  'new EventTarget': () => new EventTarget(),
  'new Event': () => new Event('one'),
  'new Event with options': () => new Event('one', { cancelable: true, bubbles: true }),
  'new CustomEvent': (turn) => new CustomEvent('one', { detail: turn }),
  dispatchEvent: () => target.dispatchEvent(event),
  'new Event and dispatchEvent': () => target.dispatchEvent(new Event('one')),
  'dispatchEvent to three listeners': () => target.dispatchEvent(new Event('three')),
  'dispatchEvent to an object': () => target.dispatchEvent(new Event('object')),
  'dispatchEvent to nobody': () => target.dispatchEvent(new Event('none')),
  'addEventListener and removeEventListener': () => {
    target.addEventListener('temporary', listener);
    target.removeEventListener('temporary', listener);
  },
  'addEventListener once and dispatchEvent': () => {
    target.addEventListener('first', listener, { once: true });
    return target.dispatchEvent(new Event('first'));
  },
  preventDefault: () => {
    const cancelled = new Event('one', { cancelable: true });
    cancelled.preventDefault();
    return cancelled.defaultPrevented;
  },
};

const abort = {
  'new AbortController': () => new AbortController(),
  'new AbortController and abort': () => new AbortController().abort(),
  'abort with a listener': () => {
    const controller = new AbortController();
    controller.signal.addEventListener('abort', listener, { once: true });
    controller.abort();
    return controller.signal.reason;
  },
  'AbortSignal.abort': () => AbortSignal.abort(),
  'AbortSignal.any of 2': () => AbortSignal.any([new AbortController().signal, aborted]),
  'AbortSignal.timeout': () => AbortSignal.timeout(1),
  'signal.aborted': (turn) => (turn & 1 ? signal : aborted).aborted,
  throwIfAborted: () => signal.throwIfAborted(),
  'addEventListener with a signal': () => {
    const controller = new AbortController();
    const local = new EventTarget();
    local.addEventListener('one', listener, { signal: controller.signal });
    controller.abort();
    return local;
  },
  'new DOMException': (turn) => new DOMException('stopped', turn & 1 ? 'AbortError' : 'TimeoutError'),
};

exports.calls = { ...events, ...abort };

exports.operations = {
  'AbortSignal.timeout to its event': () => new Promise((resolve) => {
    const timeout = AbortSignal.timeout(1);
    timeout.addEventListener('abort', resolve, { once: true });
    // The timer of a signal does not keep the loop alive.
    const alive = setTimeout(() => {}, 1000);
    timeout.addEventListener('abort', () => clearTimeout(alive), { once: true });
  }),
};
