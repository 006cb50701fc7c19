// Why did this run next? One sentence, from the rules of the loop:
//
//   after every callback: ticks until there are none, promise jobs until there are none, again;
//   in a turn: timers, pending, (idle, prepare), poll, check, close, each until its queue is empty;
//   what a phase adds to its own queue waits for the next turn.
//
// The rule that decided depends on what ran before: the first promise job after a timer ran because the
// ticks were done, the second because its queue is run until it is empty.

import { count, duration } from '../app/format.js';
import { lateness } from '../data/causes.js';

/** The context of a task's start, for the rules. */
function situation(trace, steps, row, queues) {
  const { tasks } = trace;
  const step = steps.beganAt[row];
  const before = lastBegun(trace, steps, step);
  return {
    trace,
    steps,
    row,
    queues,
    before,
    beforeQueue: before < 0 ? null : trace.queue(before),
    /** The callback of a phase that ran before this one, microtasks left out. */
    macro: step > 0 ? steps.macrotask[step - 1] : -1,
    /** The turn's number; the same turn and the same queue mean the same visit of a phase. */
    turn: tasks.turn[row],
    wait: waitBefore(steps, step),
    profile: trace.program.profile ?? 'node',
  };
}

function lastBegun(trace, steps, step) {
  for (let earlier = step - 1; earlier >= 0; earlier--) {
    if (steps.kind[earlier] === 0) return steps.row[earlier];
  }
  return -1;
}

/** The row of the sleep in poll right before a step, or -1. */
function waitBefore(steps, step) {
  const WAIT = 6;
  for (let earlier = step - 1; earlier >= 0 && steps.kind[earlier] !== 0; earlier--) {
    if (steps.kind[earlier] === WAIT) return steps.row[earlier];
  }
  return -1;
}

/** Ran in the same visit of the same phase as the callback before it. */
function sameVisit(s) {
  return s.macro >= 0 && s.trace.queue(s.macro) === s.trace.queue(s.row) && s.trace.tasks.turn[s.macro] === s.turn;
}

const waiting = (n, what) => (n > 0 ? ` (${count(n, what)} ${n === 1 ? 'has' : 'have'} to wait)` : '');

function isChildOfPromise({ trace, row }) {
  const parent = trace.rowOf(trace.tasks.parent[row]);
  return parent >= 0 && trace.queue(parent) === 'promises';
}

function whyTick(s) {
  const jobs = s.queues.promises.length;
  if (s.beforeQueue === 'ticks') {
    const own = s.trace.rowOf(s.trace.tasks.parent[s.row]) === s.before;
    return own ? 'The tick queue is run until it is empty, and that includes what a tick adds to it, like this one.' : 'The tick queue is run until it is empty, first in, first out: this was the next in it.';
  }
  if (s.beforeQueue === 'promises' && !isChildOfPromise(s)) return 'The promise jobs are done, and now the ticks get their turn, which had to wait for them.';
  if (s.beforeQueue === 'promises') return 'The promise jobs are done, and one of them had called nextTick: before the loop goes on, the tick queue gets its turn again.';
  if (s.profile === 'node10') return 'In the loop of Node 10, ticks run between two phases: the phase is over, so they are next.';
  return `The stack is empty, and ticks run before promise jobs${waiting(jobs, 'promise job')} and before anything else the loop has.`;
}

function whyPromise(s) {
  const { tasks } = s.trace;
  const ticks = s.queues.ticks.length;
  if (s.beforeQueue === 'promises') {
    const own = s.trace.rowOf(tasks.parent[s.row]) === s.before;
    const even = ticks > 0 ? ` Ticks have to wait meanwhile (${count(ticks)} in the queue).` : '';
    return `The promise job queue is run until it is empty, ${own ? 'and that includes what a job adds to it, like this one' : 'first in, first out: this was the next in it'}.${even}`;
  }
  if (s.beforeQueue === 'ticks') return 'The last tick is done, so promise jobs are next: ticks first, then promises, between any two callbacks.';
  if (ticks > 0) {
    return "The body of an ES module is itself a promise job. So at its top level promise jobs come before ticks: the promise queue, which is running already, is emptied first.";
  }
  if (s.profile.startsWith('browser')) return 'The task is over: all microtasks run before the next task.';
  return 'The stack and the tick queue are empty, so promise jobs are next: they run before the loop goes on.';
}

function lateText({ trace, row, wait }) {
  const { late, holders } = lateness(trace, row);
  if (late < 1e6) return '';
  const held = holders.reduce((sum, holder) => sum + holder.held, 0);
  const slept = wait >= 0 ? 'the system was busy and woke the loop late' : 'the loop came to it only now';
  const why = held > late / 2 ? `meanwhile ${trace.title(holders[0].row)} held the loop` : slept;
  return ` It is ${duration(late)} late: ${why}.`;
}

/** The sleep before the first turn, which is there for timers of 0 and 1 ms. */
function isEntryWait(trace, wait) {
  return wait >= 0 && trace.waits.turn[wait] <= 0 && trace.waits.limit[wait] >= 0 && trace.waits.limit[wait] <= 1e6;
}

function whyTimer(s) {
  const { tasks } = s.trace;
  const { row, macro } = s;
  if (sameVisit(s)) {
    const difference = tasks.due[row] - tasks.due[macro];
    // The clock of due times counts milliseconds: what is closer than that was due at the same one.
    if (Math.abs(difference) < 1e6) return `Still the timers phase: of timers due at the same time the one that was set first runs first.${lateText(s)}`;
    if (difference < 0) return `Still the timers phase: all due timers of one duration run before those of the next, as Node keeps a list per duration.${lateText(s)}`;
    return `Still the timers phase: timers run in the order in which they are due, and this is the next that is.${lateText(s)}`;
  }
  if (macro >= 0 && s.trace.kind(macro) === 'main' && isEntryWait(s.trace, s.wait)) {
    return `Before its first turn the loop waits for a timer of the main script that is due within a millisecond. So such timers always come before its immediates.${lateText(s)}`;
  }
  if (s.wait >= 0) return `Poll had nothing to do but wait until this timer was due. Now it is, and a new turn starts with the timers phase.${lateText(s)}`;
  if (s.trace.kind(row) === 'interval' && tasks.resource[row] >= 0 && macro >= 0 && tasks.resource[macro] === tasks.resource[row]) {
    return `An interval is armed again when its callback has ended. It was due once more, and a turn starts with the timers phase.${lateText(s)}`;
  }
  if (macro >= 0 && s.trace.kind(macro) === 'main') return `The main script and what it queued are done, so the loop makes its first turn. It starts with the timers phase, and this timer is due.${lateText(s)}`;
  const parent = s.trace.rowOf(tasks.parent[row]);
  if (parent >= 0 && s.trace.queue(parent) === 'timers') return `A timer that is set in the timers phase waits for the next turn, even if it is due at once. This is that turn.${lateText(s)}`;
  return `A turn starts with the timers phase, and this timer is due.${lateText(s)}`;
}

function whyImmediate(s) {
  const { trace, row, macro } = s;
  const parent = trace.rowOf(trace.tasks.parent[row]);
  const queuedInCheck = parent >= 0 && macroOf(s, parent) >= 0 && trace.queue(macroOf(s, parent)) === 'check';
  if (sameVisit(s)) return 'Still the check phase: it runs every immediate that was queued when the phase began, one by one.';
  if (queuedInCheck) return 'It was queued during the check phase, and a phase runs only what it found when it began. So it had to wait for this turn.';
  if (macro >= 0 && ['poll', 'pending'].includes(trace.queue(macro)) && trace.tasks.turn[macro] === s.turn) {
    return parent >= 0 && trace.queue(macroOf(s, parent)) === 'poll'
      ? 'The check phase follows poll: an immediate that is set by an I/O callback runs before any timer.'
      : 'Poll has run what was ready, and the check phase follows poll.';
  }
  return 'Poll found nothing that was ready and did not wait, because an immediate was queued. The check phase follows poll.';
}

function macroOf(s, row) {
  const step = s.steps.beganAt[row];
  return step < 0 ? -1 : s.steps.macrotask[step];
}

/** Which other thread caused this. */
function otherThread({ trace, row }) {
  if (trace.kind(row) === 'pool') return ' A thread of the pool did the work; its callback runs here.';
  const parent = trace.rowOf(trace.tasks.parent[row]);
  const thread = parent < 0 || trace.kind(row) !== 'message' ? '' : trace.otherThread(parent);
  return thread && ` It was posted by ${thread}.`;
}

function whyPoll(s) {
  const { trace } = s;
  const who = otherThread(s);
  if (s.wait >= 0) {
    const { waits } = trace;
    return `The loop slept in poll for ${duration(waits.ended[s.wait] - waits.began[s.wait])}, and this woke it.${who}`;
  }
  if (sameVisit(s)) return `Still the poll phase: it takes what is ready, one callback after the other.${who}`;
  return `${trace.queue(s.macro) === 'timers' ? 'The timers that were due are done; poll is next' : 'The loop came to poll'}, and this was ready.${who}`;
}

const whyPending = (s) => (sameVisit(s) ? 'Still the pending phase: one more I/O callback that was put off.' : 'An I/O callback that was put off to this phase: an error must not arrive before the call that caused it has returned.');

const whyClose = (s) => (sameVisit(s) ? 'Still the last phase: one more handle is gone.' : "The last phase of the turn: the handle was destroyed, and its 'close' event is emitted here.");

function whyMain(s) {
  switch (s.trace.kind(s.row)) {
    case 'rejection':
      return 'Both queues are empty, and a promise is rejected that nobody handles: that is reported before the next callback.';
    case 'exit':
      return s.trace.title(s.row).includes('beforeExit')
        ? 'Nothing is alive any more: no timer, no handle, no request. This is the last chance to order more work.'
        : 'The process ends. From here on nothing asynchronous runs.';
    case 'main':
      return s.before < 0
        ? 'The program begins: its main script is a callback like any other, and until it has run to its end nothing else runs.'
        : 'One more file of the program is evaluated.';
    default:
      return 'The runtime calls this outside of the phases.';
  }
}

const RULES = { ticks: whyTick, promises: whyPromise, timers: whyTimer, check: whyImmediate, poll: whyPoll, pending: whyPending, close: whyClose, main: whyMain };

/** Why the task `row` began when it did. `queues` is what waited as it began (queues.js). */
export function whyNext(trace, steps, row, queues) {
  return (RULES[trace.queue(row)] ?? whyMain)(situation(trace, steps, row, queues));
}

const WHERE_TO = {
  ticks: 'the tick queue: it runs as soon as the callback that is running has ended',
  promises: 'the promise job queue: it runs after the ticks, before the loop goes on',
  timers: 'the timers: it runs in the timers phase, when it is due or later',
  check: 'the check queue: it runs after poll',
  poll: 'what poll looks after: its callback runs when the system has an answer',
  pending: 'the pending queue of the next turn',
  close: 'the close queue: it runs in the last phase of the turn',
  main: 'what runs outside of the phases',
};

/** Describes a step other than the start of a callback. */
export function whatHappens(trace, steps, step, kind) {
  const row = steps.row[step];
  switch (kind) {
    case 'schedule': {
      const inCheck = trace.queue(row) === 'check' && steps.macrotask[step] >= 0 && trace.queue(steps.macrotask[step]) === 'check';
      return `${trace.title(row)} goes to ${WHERE_TO[trace.queue(row)]}${inCheck ? ', in the next turn, since this is the check phase' : ''}.`;
    }
    case 'cancel':
      return `${trace.title(row)} is cleared: it will never run.`;
    case 'print':
      return `This line writes to ${trace.output.stream[row] === 2 ? 'standard error' : 'standard output'}. A callback runs to its end: meanwhile nothing else does.`;
    case 'call':
      return `${trace.labels[trace.calls.label[row]] ?? 'A synchronous call'} holds the loop for ${duration(trace.calls.took[row])}: nothing else runs meanwhile.`;
    case 'reject':
      return `A promise was rejected and nobody handled it: ${trace.rejections.message[row]}`;
    case 'wait':
      return whyWait(trace, row);
    default:
      return '';
  }
}

function whyWait(trace, row) {
  const { waits } = trace;
  const slept = duration(waits.ended[row] - waits.began[row]);
  const limit = waits.limit[row];
  if (isEntryWait(trace, row)) return `Before its first turn the loop waits for a timer of the main script that is due within a millisecond: ${slept}.`;
  if (limit < 0) return `Nothing is ready and no timer is set: the loop sleeps in poll until something happens. That took ${slept}.`;
  return `Nothing is ready. The next timer is due in ${duration(limit)}, so the loop sleeps in poll until then or until something happens. It slept for ${slept}.`;
}
