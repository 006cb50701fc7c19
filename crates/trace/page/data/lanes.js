// The lanes of the timeline, from the rows of the trace: one for each phase and queue of the loop,
// then other threads and events.

import { Intervals } from './intervals.js';
import { QUEUES, QUEUE_NAMES } from './model.js';

/** For narrow screens. */
const SHORT_NAMES = { main: 'main', idle: 'idle', promises: 'promises' };

class Lane {
  constructor(id, name, table, { short = name, color = id, always = false } = {}) {
    Object.assign(this, { id, name, table, short, color, always });
    this.spans = new Intervals();
    /** When the loop was in this phase at all: drawn faintly behind. */
    this.phase = null;
    /** What a search found in this lane; null when nothing is searched. */
    this.found = null;
  }
}

export class Lanes {
  constructor(trace) {
    this.trace = trace;
    this.rebuild();
  }

  rebuild() {
    this.all = [];
    this.seen = { tasks: 0, phaseSpans: 0, waits: 0, jobs: 0, collections: 0, calls: 0, output: 0 };
    this.queues = QUEUES.map((queue) => {
      const lane = new Lane(queue, QUEUE_NAMES[queue], 'tasks', { short: SHORT_NAMES[queue], always: true });
      if (queue !== 'main' && queue !== 'ticks' && queue !== 'promises') lane.phase = new Intervals();
      return lane;
    });
    this.wait = new Lane('wait', 'poll wait', 'waits', { short: 'wait', always: true });
    this.collector = new Lane('collector', 'collector', 'collections', { short: 'gc' });
    this.calls = new Lane('calls', 'sync calls', 'calls', { short: 'sync' });
    this.output = new Lane('output', 'output', 'output', { color: 'main' });
    /** From the first to the last thing that ran in a turn. */
    this.turns = new Intervals();
    this.threads = new Map();
    const after = this.queues.findIndex((lane) => lane.id === 'poll');
    this.all = [this.output, ...this.queues.slice(0, after + 1), this.wait, ...this.queues.slice(after + 1), this.calls];
    this.update();
  }

  /** Adds new rows. */
  update() {
    this.addTasks();
    this.addPhases();
    this.addRows(this.trace.waits, 'waits', () => this.wait);
    this.addRows(this.trace.jobs, 'jobs', (row) => this.thread(this.trace.jobs.thread[row], 'jobs'));
    this.addRows(this.trace.collections, 'collections', () => this.collector);
    const { calls } = this.trace;
    for (let row = this.seen.calls; row < calls.length; row++) this.calls.spans.add(calls.at[row], calls.at[row] + Math.max(0, calls.took[row]), row);
    this.seen.calls = calls.length;
    const { output } = this.trace;
    for (let row = this.seen.output; row < output.length; row++) this.output.spans.add(output.at[row], output.at[row], row);
    this.seen.output = output.length;
    for (const lane of [...this.all, ...this.threads.values(), this.collector]) {
      lane.spans.index();
      lane.phase?.index();
    }
    const beside = [...this.threads.entries()].sort(([a], [b]) => a - b).map(([, lane]) => lane);
    this.shown = [...this.all, ...beside, this.collector].filter((lane) => lane.always || lane.spans.length > 0);
  }

  addTasks() {
    const { tasks, queueOf, loop } = this.trace;
    for (let row = this.seen.tasks; row < tasks.length; row++) {
      if (tasks.began[row] < 0) continue;
      const thread = tasks.thread[row];
      const lane = thread === loop || thread < 0 ? this.queues[queueOf[row]] : this.thread(thread, 'tasks');
      lane.spans.add(tasks.began[row], Math.max(tasks.began[row], tasks.ended[row]), row);
    }
    this.seen.tasks = tasks.length;
  }

  addPhases() {
    const { phaseSpans, phases } = this.trace;
    const laneOfPhase = phases.map((phase) => this.queues.find((lane) => lane.id === phase || (phase === 'prepare' && lane.id === 'idle')));
    for (let row = this.seen.phaseSpans; row < phaseSpans.length; row++) {
      laneOfPhase[phaseSpans.phase[row]]?.phase.add(phaseSpans.began[row], phaseSpans.ended[row], row);
      const turn = phaseSpans.turn[row];
      if (row === 0 || turn !== phaseSpans.turn[row - 1]) this.turns.add(phaseSpans.began[row], phaseSpans.ended[row], turn);
      else this.turns.end[this.turns.length - 1] = Math.max(this.turns.end[this.turns.length - 1], phaseSpans.ended[row]);
    }
    this.turns.index();
    this.seen.phaseSpans = phaseSpans.length;
  }

  addRows(table, name, laneOf) {
    for (let row = this.seen[name]; row < table.length; row++) {
      if (table.began[row] >= 0) laneOf(row).spans.add(table.began[row], Math.max(table.began[row], table.ended[row]), row);
    }
    this.seen[name] = table.length;
  }

  /** The lane of another thread: of the pool (its jobs) or a worker (its tasks). */
  thread(index, table) {
    if (!this.threads.has(index)) {
      const name = this.trace.threads[index]?.name ?? `thread ${index}`;
      this.threads.set(index, new Lane(`thread${index}`, name, table, { color: table === 'jobs' ? 'pool' : 'worker' }));
    }
    return this.threads.get(index);
  }

  /** The lane a task is drawn in. */
  ofTask(row) {
    const thread = this.trace.tasks.thread[row];
    if (thread === this.trace.loop || thread < 0) return this.queues[this.trace.queueOf[row]];
    return this.thread(thread, 'tasks');
  }

  /** Marks in every lane the rows of the tasks for which `found(row)` holds; null unmarks. */
  mark(found) {
    for (const lane of this.shown) {
      lane.found = found && lane.table === 'tasks' ? new Intervals() : null;
      if (!lane.found) continue;
      const { spans } = lane;
      for (let i = 0; i < spans.length; i++) if (found(spans.row[i])) lane.found.add(spans.start[i], spans.end[i], spans.row[i]);
      lane.found.index();
    }
  }
}
