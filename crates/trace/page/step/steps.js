// The recording as a list of steps, the smallest events on the loop's thread, in order:
//
//   begin     a callback began
//   schedule  a line of it put another callback into a queue
//   cancel    … or took one out (clearTimeout)
//   print     … or printed something
//   call      … or made a synchronous call
//   reject    a rejection was found unhandled
//   wait      the loop went to sleep in poll
//
// Equal times are common: the clock is coarse in a flood of ticks. Such steps are ordered by the
// callback they belong to, whose rows are in the order they ran. From then on positions in this list
// are the page's clock: a task is in its queue from the step that scheduled it up to the step that
// began it, whatever the times say.

export const STEP_KINDS = ['begin', 'schedule', 'cancel', 'print', 'call', 'reject', 'wait'];
const [BEGIN, SCHEDULE, CANCEL, PRINT, CALL, REJECT, WAIT] = STEP_KINDS.keys();

export class Steps {
  constructor(trace) {
    this.trace = trace;
    const collected = this.collect();
    this.length = collected.kind.length;
    this.sort(collected);
    this.number();
  }

  /** One entry per step: its kind, its row in the table of that kind, its time, and the row of the task it belongs to. */
  collect() {
    const { trace } = this;
    const { tasks, output, calls, rejections, waits } = trace;
    this.intervals = new Set();
    const out = { kind: [], row: [], time: [], owner: [] };
    const add = (kind, row, time, owner) => {
      out.kind.push(kind);
      out.row.push(row);
      out.time.push(time);
      out.owner.push(owner);
    };
    for (let row = 0; row < tasks.length; row++) {
      if (tasks.thread[row] !== trace.loop && tasks.thread[row] >= 0) continue;
      const parent = trace.rowOf(tasks.parent[row]);
      // An interval that is armed again is no line of the program.
      if (tasks.queued[row] >= 0 && parent >= 0 && !this.isRepetition(row)) add(SCHEDULE, row, tasks.queued[row], this.ownerAt(tasks.queued[row], parent));
      if (tasks.cancelled[row] >= 0) add(CANCEL, row, tasks.cancelled[row], -1);
      if (tasks.began[row] >= 0) add(BEGIN, row, tasks.began[row], row);
    }
    for (let row = 0; row < output.length; row++) add(PRINT, row, output.at[row], trace.rowOf(output.task[row]));
    // Loading built-in modules is no step of the program.
    const loading = trace.labels.indexOf('loading built-in modules');
    for (let row = 0; row < calls.length; row++) {
      if (loading < 0 || calls.label[row] !== loading) add(CALL, row, calls.at[row], trace.rowOf(calls.task[row]));
    }
    for (let row = 0; row < rejections.length; row++) add(REJECT, row, rejections.at[row], trace.rowOf(rejections.task[row]));
    for (let row = 0; row < waits.length; row++) if (waits.ended[row] > waits.began[row]) add(WAIT, row, waits.began[row], -1);
    return out;
  }

  /** Rows are in order: after the first one of an interval all others are its repetitions. */
  isRepetition(row) {
    const resource = this.trace.tasks.resource[row];
    if (this.trace.kind(row) !== 'interval' || resource < 0) return false;
    if (this.intervals.has(resource)) return true;
    this.intervals.add(resource);
    return false;
  }

  /** A task is mostly queued while its parent runs; if not, equal times must not order it there. */
  ownerAt(time, parent) {
    const { tasks } = this.trace;
    return time >= tasks.began[parent] && time <= tasks.ended[parent] ? parent : -1;
  }

  sort({ kind, row, time, owner }) {
    const rank = [0, 1, 1, 1, 1, 2, 3];
    const order = Uint32Array.from(kind, (_, i) => i);
    order.sort((a, b) => {
      if (time[a] !== time[b]) return time[a] - time[b];
      if (owner[a] !== owner[b] && owner[a] >= 0 && owner[b] >= 0) return owner[a] - owner[b];
      return rank[kind[a]] - rank[kind[b]] || a - b;
    });
    this.kind = Uint8Array.from(order, (i) => kind[i]);
    this.row = Int32Array.from(order, (i) => row[i]);
    this.time = Float64Array.from(order, (i) => time[i]);
  }

  /** At which step each task entered its queue and left it, and which task runs at each step. */
  number() {
    const { tasks } = this.trace;
    this.queuedAt = new Int32Array(tasks.length).fill(-1);
    this.leftAt = new Int32Array(tasks.length).fill(0x7fffffff);
    this.beganAt = new Int32Array(tasks.length).fill(-1);
    this.running = new Int32Array(this.length);
    /** The callback of a phase, or the main script, that runs or last ran: microtasks follow it. */
    this.macrotask = new Int32Array(this.length);
    let current = -1;
    let macrotask = -1;
    for (let step = 0; step < this.length; step++) {
      const row = this.row[step];
      switch (this.kind[step]) {
        case SCHEDULE:
          this.queuedAt[row] = step;
          break;
        case CANCEL:
          this.leftAt[row] = Math.min(this.leftAt[row], step);
          break;
        case BEGIN:
          this.leftAt[row] = Math.min(this.leftAt[row], step);
          this.beganAt[row] = step;
          current = row;
          if (!this.trace.isMicrotask(row)) macrotask = row;
          break;
        case WAIT:
          current = -1;
      }
      this.running[step] = current;
      this.macrotask[step] = macrotask;
    }
    this.placeUnscheduled();
  }

  /** Tasks that no line scheduled (a second firing of an interval, a socket's data) enter their queue by time. */
  placeUnscheduled() {
    const { tasks } = this.trace;
    for (let row = 0; row < tasks.length; row++) {
      if (this.queuedAt[row] < 0 && tasks.queued[row] >= 0 && this.leftAt[row] > 0) this.queuedAt[row] = this.at(tasks.queued[row]);
    }
  }

  /** The last step at or before a time. */
  at(time) {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** The next step from `step` in a direction that `wanted(kind)` holds for, or -1. */
  find(step, direction, wanted) {
    for (let next = step + direction; next >= 0 && next < this.length; next += direction) {
      if (wanted(STEP_KINDS[this.kind[next]])) return next;
    }
    return -1;
  }
}
