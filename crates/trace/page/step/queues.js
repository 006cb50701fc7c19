// The content of every queue at one step, in the order in which it will run.

import { QUEUE_NAMES } from '../data/model.js';

export const SHOWN_QUEUES = ['ticks', 'promises', 'timers', 'pending', 'poll', 'check', 'close', 'pool'];

export const QUEUE_TITLES = { ...QUEUE_NAMES, poll: 'poll: I/O under way', check: 'check: immediates', close: 'close callbacks', pending: 'pending callbacks', pool: 'thread pool' };

/** The content of every queue after the given step: task rows, and for the pool jobs with their state. */
export function queuesAt(trace, steps, step) {
  const queues = Object.fromEntries(SHOWN_QUEUES.map((name) => [name, []]));
  const { tasks } = trace;
  const { queuedAt, leftAt } = steps;
  for (let row = 0; row < tasks.length; row++) {
    if (queuedAt[row] < 0 || queuedAt[row] > step || leftAt[row] <= step) continue;
    if (tasks.thread[row] !== trace.loop && tasks.thread[row] >= 0) continue;
    queues[trace.queue(row)]?.push(row);
  }
  queues.timers.sort((a, b) => tasks.due[a] - tasks.due[b] || steps.queuedAt[a] - steps.queuedAt[b]);
  for (const name of ['ticks', 'promises', 'check', 'close', 'pending', 'poll']) queues[name].sort((a, b) => queuedAt[a] - queuedAt[b] || a - b);
  queues.pool = jobsAt(trace, steps.time[step]);
  return queues;
}

/** Jobs that run on a thread of the pool, and those that wait for one. */
function jobsAt(trace, time) {
  const { jobs } = trace;
  const found = [];
  for (let row = 0; row < jobs.length; row++) {
    if (jobs.queued[row] > time || (jobs.ended[row] >= 0 && jobs.ended[row] <= time)) continue;
    found.push({ row, thread: jobs.began[row] >= 0 && jobs.began[row] <= time ? jobs.thread[row] : -1 });
  }
  return found.sort((a, b) => (a.thread < 0) - (b.thread < 0) || jobs.queued[a.row] - jobs.queued[b.row]);
}
