// Causality: the tasks that a task scheduled, the chain that leads to it, and, if it ran late,
// which tasks blocked the loop.

/** The rows whose parent is a given row, for all rows at once: two passes, no object per task. */
export class Children {
  constructor(trace) {
    const { tasks } = trace;
    this.first = new Int32Array(tasks.length + 1);
    const parents = new Int32Array(tasks.length);
    for (let row = 0; row < tasks.length; row++) {
      parents[row] = trace.rowOf(tasks.parent[row]);
      if (parents[row] >= 0) this.first[parents[row] + 1]++;
    }
    for (let row = 0; row < tasks.length; row++) this.first[row + 1] += this.first[row];
    this.rows = new Int32Array(this.first[tasks.length]);
    const next = this.first.slice();
    for (let row = 0; row < tasks.length; row++) if (parents[row] >= 0) this.rows[next[parents[row]]++] = row;
  }

  of(row) {
    return this.rows.subarray(this.first[row], this.first[row + 1]);
  }
}

/** From a task to its parent, and so on; at most `limit` rows, the task itself first. */
export function chainOf(trace, row, limit = 20) {
  const chain = [];
  while (row >= 0 && chain.length < limit) {
    chain.push(row);
    const parent = trace.rowOf(trace.tasks.parent[row]);
    if (parent === row) break;
    row = parent;
  }
  return chain;
}

/**
 * The job on the pool whose end made this callback ready, or -1. Both have the task and the line that requested them; of several from
 * one line it is the last that ended in time.
 */
export function jobOf(trace, row) {
  const { jobs, tasks } = trace;
  if (trace.kind(row) !== 'pool') return -1;
  const keyOf = (task, stack) => `${task} ${stack}`;
  trace.jobRows ??= { seen: 0, rows: new Map() };
  const { rows } = trace.jobRows;
  for (let job = trace.jobRows.seen; job < jobs.length; job++) {
    const key = keyOf(jobs.task[job], jobs.scheduled[job]);
    if (!rows.has(key)) rows.set(key, []);
    rows.get(key).push(job);
  }
  trace.jobRows.seen = jobs.length;
  const candidates = rows.get(keyOf(tasks.parent[row], tasks.scheduled[row])) ?? [];
  return candidates.findLast((job) => jobs.ended[job] >= 0 && jobs.ended[job] <= tasks.began[row]) ?? -1;
}

/** When a task could have run if the loop had been idle: when it was due, its job done, or else queued. */
export function readyAt(trace, row) {
  const { tasks, jobs } = trace;
  if (tasks.due[row] >= 0) return Math.max(tasks.due[row], tasks.queued[row]);
  const job = jobOf(trace, row);
  if (job >= 0 && jobs.ended[job] >= 0) return jobs.ended[job];
  // For other I/O the trace has the time of the request, not when it was ready.
  return trace.queue(row) === 'poll' || trace.queue(row) === 'pending' ? -1 : tasks.queued[row];
}

/** The first of the loop's tasks, as a position in `trace.run`, that ends after `time`. */
export function runningAfter(trace, time) {
  const { run, runLength, tasks } = trace;
  let low = 0;
  let high = runLength;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tasks.ended[run[middle]] > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Why a task ran late: how late, and which tasks ran between the time it was ready and the time it
 * began, grouped by what they are, the longest first.
 */
export function lateness(trace, row) {
  const { tasks, run, runLength } = trace;
  const ready = readyAt(trace, row);
  const late = ready < 0 ? 0 : tasks.began[row] - ready;
  if (late <= 0) return { ready, late: 0, holders: [] };
  const groups = new Map();
  let looked = 0;
  for (let i = runningAfter(trace, ready); i < runLength && looked < 20000; i++, looked++) {
    const other = run[i];
    if (other === row || tasks.began[other] >= tasks.began[row]) break;
    const held = Math.min(tasks.ended[other], tasks.began[row]) - Math.max(tasks.began[other], ready);
    const key = `${tasks.kind[other]} ${tasks.defined[other]}`;
    const group = groups.get(key) ?? { row: other, count: 0, held: 0, longest: -1 };
    group.count++;
    group.held += held;
    if (held > group.longest) [group.longest, group.row] = [held, other];
    groups.set(key, group);
  }
  return { ready, late, holders: [...groups.values()].sort((a, b) => b.held - a.held) };
}

/** The samples of a task by their innermost line, the most frequent first. */
export function sampledLines(trace, row) {
  const { samples, tasks } = trace;
  const lines = new Map();
  let total = 0;
  for (let i = 0; i < samples.length; i++) {
    if (samples.task[i] !== tasks.id[row]) continue;
    const place = trace.stacks[samples.stack[i]]?.[0] ?? -1;
    lines.set(place, (lines.get(place) ?? 0) + 1);
    total++;
  }
  return [...lines].map(([place, taken]) => ({ place: trace.place(place), share: taken / total })).sort((a, b) => b.share - a.share);
}

/** The tasks of the loop that ran longest. */
export function longestTasks(trace, many) {
  const { tasks, run, runLength } = trace;
  const took = (row) => tasks.ended[row] - tasks.began[row];
  const longest = [];
  for (let i = 0; i < runLength; i++) {
    if (longest.length === many && took(run[i]) <= took(longest[many - 1])) continue;
    longest.push(run[i]);
    longest.sort((a, b) => took(b) - took(a));
    longest.length = Math.min(longest.length, many);
  }
  return longest;
}
