'use strict';
// A small event loop in virtual time that writes down what it does in the trace's format (docs/trace.md), so that the
// page can be tested with traces that are the same on every machine, of any length. It keeps the loop's rules: timers by
// due time, poll, check, close; ticks and then promise jobs after every callback; a pool of four threads.

const KINDS = ['main', 'timeout', 'interval', 'immediate', 'tick', 'promise', 'microtask', 'io', 'pool', 'close', 'signal', 'message', 'rejection', 'exit'];
const PHASES = ['timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'close'];

const TABLES = {
  tasks: 'id kind thread turn phase parent resource scheduled defined queued due began ended cancelled label',
  phaseSpans: 'phase turn began ended',
  waits: 'turn began ended limit',
  jobs: 'id label thread task scheduled queued began ended',
  collections: 'began ended',
  output: 'at task stream place text',
  calls: 'at took task label stack bytes',
  samples: 'at task stack',
  rejections: 'at task stack message',
  handles: 'id kind label made closed stack refed',
};

const POOL = 4;
const FIRST_POOL_THREAD = 1;

class Simulator {
  /** `text` is the source that steps point into; places are named by a piece of their line. `module`: an ES module. */
  constructor({ path, text, pool = POOL, module = false }) {
    this.module = module;
    this.now = 0;
    this.clock = 0;
    this.turn = 0;
    this.phase = -1;
    this.nextId = 1;
    this.current = -1;
    this.lines = text.split('\n');
    this.queues = { timers: [], immediates: [], ticks: [], promises: [], close: [], pending: [], io: [] };
    this.threadsFree = new Array(pool).fill(0);
    this.interned = new Map();
    this.trace = {
      format: 'hexloop-trace',
      version: 1,
      program: { file: path, argv: [], cwd: path.slice(0, path.lastIndexOf('/')), pid: 4711, hexloop: '0.1.0', profile: 'node', startedAt: '2026-11-16T06:00:00.000Z', duration: 0, exitCode: 0, endedBy: 'exit' },
      dropped: { events: 0, before: 0 },
      clock: { coarse: 0, coarseNs: 0 },
      files: [{ path, text }],
      places: { file: [], line: [], column: [], name: [] },
      stacks: [],
      threads: [{ name: 'loop' }, ...this.threadsFree.map((_, i) => ({ name: `pool ${i + 1}` }))],
      kinds: KINDS,
      phases: PHASES,
      labels: [],
      findings: [],
    };
    for (const [name, columns] of Object.entries(TABLES)) this.trace[name] = Object.fromEntries(columns.split(' ').map((column) => [column, []]));
  }

  // ---- Interned things ----

  intern(kind, key, add) {
    const whole = `${kind} ${key}`;
    if (!this.interned.has(whole)) this.interned.set(whole, add());
    return this.interned.get(whole);
  }

  /** The place of the first line that holds `snippet`. */
  place(snippet, name = '') {
    return this.intern('place', `${snippet} ${name}`, () => {
      const line = this.lines.findIndex((text) => text.includes(snippet));
      if (line < 0) throw new Error(`no line has: ${snippet}`);
      const { places } = this.trace;
      places.file.push(0);
      places.line.push(line + 1);
      places.column.push(this.lines[line].indexOf(snippet) + 1);
      places.name.push(name);
      return places.file.length - 1;
    });
  }

  stack(snippet) {
    const own = this.place(snippet, this.trace.places.name[this.definedOf(this.current)] ?? '');
    return this.intern('stack', String(own), () => this.trace.stacks.push([own]) - 1);
  }

  label(text) {
    return this.intern('label', text, () => this.trace.labels.push(text) - 1);
  }

  definedOf(task) {
    return task && task !== -1 ? task.defined : -1;
  }

  add(table, row) {
    for (const [column, value] of Object.entries(row)) this.trace[table][column].push(value);
  }

  // ---- What programs call ----

  /** Time passes while the program computes. */
  work(ns) {
    this.now += Math.round(ns);
  }

  task(kind, label, at, name, defined, body) {
    this.now += 700;
    const task = { id: this.nextId++, kind: KINDS.indexOf(kind), label: label ? this.label(label) : -1, parent: this.current === -1 ? -1 : this.current.id, scheduled: at ? this.stack(at) : -1, defined: this.place(defined, name), queued: this.now, due: -1, resource: -1, cancelled: -1, body };
    return task;
  }

  timeout(ms, at, name, body, { kind = 'timeout', defined = at } = {}) {
    const task = this.task(kind, `${kind === 'timeout' ? 'setTimeout' : 'setInterval'} ${ms} ms`, at, name, defined, body);
    // Counted from the loop's clock, which stands still while a callback runs.
    task.due = this.clock + Math.max(1, ms) * 1e6;
    task.resource = task.id;
    this.queues.timers.push(task);
    return task;
  }

  immediate(at, name, body, defined = at) {
    this.queues.immediates.push(this.task('immediate', null, at, name, defined, body));
  }

  tick(at, name, body, defined = at) {
    this.queues.ticks.push(this.task('tick', null, at, name, defined, body));
  }

  promise(at, name, body, defined = at) {
    this.queues.promises.push(this.task('promise', null, at, name, defined, body));
  }

  close(at, name, body, defined = at) {
    this.queues.close.push(this.task('close', "'close' of a socket", at, name, defined, body));
  }

  /** Something outside answers after `ns`. */
  io(label, ns, at, name, body, defined = at) {
    this.queues.io.push({ ...this.task('io', label, at, name, defined, body), ready: this.now + Math.round(ns) });
  }

  /** A job for the pool that takes `length` nanoseconds of a thread. */
  job(label, length, at, name, body, defined = at) {
    const ns = Math.round(length);
    const task = this.task('pool', label, at, name, defined, body);
    const thread = this.threadsFree.indexOf(Math.min(...this.threadsFree));
    const began = Math.max(this.now + 4000, this.threadsFree[thread]);
    this.threadsFree[thread] = began + ns;
    task.resource = task.id;
    this.unsortedJobs ??= [];
    this.unsortedJobs.push({ id: task.id, label: task.label, thread: FIRST_POOL_THREAD + thread, task: task.parent, scheduled: task.scheduled, queued: this.now, began, ended: began + ns });
    this.queues.io.push({ ...task, ready: began + ns });
  }

  print(text, at, stream = 1) {
    this.now += 2500;
    this.add('output', { at: this.now, task: this.current.id, stream, place: this.place(at), text: `${text}\n` });
  }

  call(label, length, at, bytes = -1) {
    const ns = Math.round(length);
    this.add('calls', { at: this.now, took: ns, task: this.current.id, label: this.label(label), stack: this.stack(at), bytes });
    this.now += ns;
  }

  clear(task) {
    const at = this.queues.timers.indexOf(task);
    if (at < 0) return;
    this.queues.timers.splice(at, 1);
    task.cancelled = this.now;
    this.record(task, -1, -1);
  }

  // ---- The loop ----

  record(task, began, ended) {
    const { id, kind, parent, resource, scheduled, defined, queued, due, cancelled, label } = task;
    const micro = kind === KINDS.indexOf('tick') || kind === KINDS.indexOf('promise') || kind === 0;
    this.add('tasks', { id, kind, thread: 0, turn: kind === 0 ? -1 : this.turn, phase: micro ? -1 : this.phase, parent, resource, scheduled, defined, queued, due, began, ended, cancelled, label });
  }

  execute(task) {
    this.now += 900;
    const began = this.now;
    this.current = task;
    // The row stands where the task began, before anything it queues or clears.
    const row = this.trace.tasks.id.length;
    this.record(task, began, began);
    task.body?.(this);
    this.now += 300;
    this.trace.tasks.ended[row] = this.now;
    this.current = -1;
  }

  macrotask(task) {
    this.clock = this.now;
    this.execute(task);
    const { ticks, promises } = this.queues;
    // The body of a module is itself a promise job: that queue is emptied first.
    if (this.module && task.kind === 0) while (promises.length > 0) this.execute(promises.shift());
    while (ticks.length + promises.length > 0) {
      while (ticks.length > 0) this.execute(ticks.shift());
      while (promises.length > 0) this.execute(promises.shift());
    }
  }

  inPhase(name, tasks) {
    if (tasks.length === 0) return;
    this.phase = PHASES.indexOf(name);
    const began = this.now;
    for (const task of tasks) this.macrotask(task);
    this.add('phaseSpans', { phase: this.phase, turn: this.turn, began, ended: this.now });
  }

  /** Runs the program until nothing is left, or `enough(this)` holds after a turn. */
  run(main, enough = () => false) {
    this.macrotask({ ...this.task('main', null, null, '', this.lines.find((line) => line.trim()), main), queued: 0 });
    const { queues } = this;
    while (queues.timers.length + queues.immediates.length + queues.close.length + queues.pending.length + queues.io.length > 0 && !enough(this)) this.oneTurn();
    return this.finish();
  }

  oneTurn() {
    const { queues } = this;
    this.turn++;
    // The entry rule: timers of the main script that are due within a millisecond come first.
    const soonest = Math.min(...queues.timers.map((task) => task.due));
    if (this.turn === 1 && soonest > this.now && soonest <= this.now + 1e6) {
      this.add('waits', { turn: 0, began: this.now, ended: soonest, limit: soonest - this.now });
      this.now = soonest;
    }
    const due = queues.timers.filter((task) => task.due <= this.now).sort((a, b) => a.due - b.due || a.id - b.id);
    queues.timers = queues.timers.filter((task) => !due.includes(task));
    this.inPhase('timers', due);
    this.inPhase('pending', queues.pending.splice(0));
    this.poll();
    this.inPhase('check', queues.immediates.splice(0));
    this.inPhase('close', queues.close.splice(0));
  }

  poll() {
    const { queues } = this;
    const nextTimer = Math.min(Infinity, ...queues.timers.map((task) => task.due));
    const nextReady = Math.min(Infinity, ...queues.io.map((task) => task.ready));
    if (queues.immediates.length === 0 && queues.close.length === 0) {
      const until = Math.min(nextTimer, nextReady);
      if (Number.isFinite(until) && until > this.now) {
        const began = this.now + 400;
        this.now = Math.max(began, until);
        this.add('waits', { turn: this.turn, began, ended: this.now, limit: Number.isFinite(nextTimer) ? Math.max(0, nextTimer - began) : -1 });
      }
    }
    const ready = queues.io.filter((task) => task.ready <= this.now).sort((a, b) => a.ready - b.ready || a.id - b.id);
    queues.io = queues.io.filter((task) => !ready.includes(task));
    this.inPhase('poll', ready);
  }

  finish() {
    const { trace } = this;
    for (const job of (this.unsortedJobs ?? []).sort((a, b) => a.began - b.began)) this.add('jobs', job);
    trace.program.duration = Math.max(this.now, ...this.threadsFree);
    return trace;
  }
}

module.exports = { Simulator };
