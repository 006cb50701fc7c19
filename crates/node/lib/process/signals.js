'use strict';
// Signals as events: the first listener of 'SIGINT' and so on installs a signal handler, and removing the last one restores the default
// action. A signal is emitted in the poll phase, one macrotask each; the handler does not keep the loop alive.

const { arrayFilter, objectHasOwn } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const native = binding('signals');
const { signals } = require('core/signals');
const { recordOrigin } = require('why/origins');
const { runCallback } = require('loop/ticks');

// By number: its names with listeners. SIGIO and SIGPOLL are one signal, as are SIGABRT and SIGIOT.
const watchedNames = new SafeMap();
// By name: the async context of its first listener.
const frames = new SafeMap();

// How often SIGINT was emitted.
let interrupts = 0;
// By name: its resource, if async hooks are in use.
const wraps = new SafeMap();

class Signal {}

const isSignal = (event) => typeof event === 'string' && objectHasOwn(signals, event);

function startListeningIfSignal(event) {
  if (!isSignal(event) || this.listenerCount(event) > 0) return;
  const number = signals[event];
  const names = watchedNames.get(number) ?? [];
  if (names.length === 0) {
    const errno = native.start(number);
    if (errno < 0) throw require('core/system_errors').errnoException(errno, 'uv_signal_start');
  }
  watchedNames.set(number, [...each(names), event]);
  frames.set(event, __hexloop_context__);
  if (__hexloop_resources__ !== undefined) {
    wraps.set(event, new Signal());
    __hexloop_resources__.emitInit(wraps.get(event), 'SIGNALWRAP');
  }
}

function stopListeningIfSignal(event) {
  if (!isSignal(event) || this.listenerCount(event) > 0) return;
  const number = signals[event];
  const names = arrayFilter((watchedNames.get(number) ?? []), (name) => name !== event);
  watchedNames.set(number, names);
  if (wraps.has(event)) __hexloop_resources__.emitDestroy(wraps.get(event));
  wraps.delete(event);
  if (names.length > 0) return;
  native.stop(number);
  // A listener for the first Ctrl+C only: if the program then hangs, the second prints why, and ends it.
  if (number === signals.SIGINT && interrupts > 0) require('why/report').reportOnInterrupt();
}

// A program that is interrupted twice in a row should end and does not: the second Ctrl+C prints why, unless stderr is not a terminal.
const REPEAT_INTERVAL = 2000;
let interruptedAt = -Infinity;

function shouldReportAlive() {
  const before = interruptedAt;
  interruptedAt = binding('loop').now();
  if (++interrupts < 2) return false;
  return recordOrigin !== undefined || (interruptedAt - before < REPEAT_INTERVAL && require('tty').isatty(2));
}

// Called by Rust in the poll phase.
function emitSignal(number) {
  if (number === signals.SIGINT && shouldReportAlive()) binding('stdio').write(2, require('why/report').report());
  for (const name of each(watchedNames.get(number) ?? [])) {
    runCallback(() => {
      __hexloop_caught__(frames.get(name));
      const wrap = wraps.get(name);
      if (wrap !== undefined) __hexloop_resources__.emitBefore(wrap);
      require('process/process').emit(name, name, number);
      if (wrap !== undefined) __hexloop_resources__.emitAfter();
    });
  }
}

binding('loop').connect('emitSignal', emitSignal);

module.exports = { startListeningIfSignal, stopListeningIfSignal };
