// The trace: its tables (docs/trace.md has the schema), and common queries: which row
// has this id, what is its name, where in the source is it, which queue did it wait in.

import { Table, withCapacity } from './table.js';

const TABLES = {
  tasks: ['id', 'kind', 'thread', 'turn', 'phase', 'parent', 'resource', 'scheduled', 'defined', 'queued', 'due', 'began', 'ended', 'cancelled', 'label'],
  phaseSpans: ['phase', 'turn', 'began', 'ended'],
  waits: ['turn', 'began', 'ended', 'limit'],
  jobs: ['id', 'label', 'thread', 'task', 'scheduled', 'queued', 'began', 'ended'],
  collections: ['began', 'ended'],
  output: ['at', 'task', 'stream', 'place', 'text'],
  calls: ['at', 'took', 'task', 'label', 'stack', 'bytes'],
  samples: ['at', 'task', 'stack'],
  rejections: ['at', 'task', 'stack', 'message'],
  handles: ['id', 'kind', 'label', 'made', 'closed', 'stack', 'refed'],
};

const PLACES = ['file', 'line', 'column', 'name'];

/** The queue of each kind of task. Others wait in poll. */
const QUEUE_OF_KIND = {
  main: 'main',
  exit: 'main',
  rejection: 'main',
  timeout: 'timers',
  interval: 'timers',
  immediate: 'check',
  tick: 'ticks',
  promise: 'promises',
  microtask: 'promises',
  close: 'close',
};

/** The queue of each phase. Idle and prepare share a lane: JavaScript cannot schedule anything there. */
const QUEUE_OF_PHASE = { timers: 'timers', pending: 'pending', idle: 'idle', prepare: 'idle', poll: 'poll', check: 'check', close: 'close' };

export class Trace {
  constructor() {
    this.program = {};
    this.dropped = { events: 0, before: 0 };
    this.clock = {};
    this.files = [];
    this.stacks = [];
    this.threads = [{ name: 'loop' }];
    this.kinds = [];
    this.phases = [];
    this.labels = [];
    this.findings = [];
    this.places = new Table('places', PLACES);
    for (const [name, columns] of Object.entries(TABLES)) this[name] = new Table(name, columns);
    this.forget();
  }

  static from(json) {
    if (json?.format !== 'hexloop-trace') throw new Error('this is not a trace of Hexloop');
    if (json.version !== 1) throw new Error(`this page reads version 1 of the trace's format, not ${json.version}`);
    const trace = new Trace();
    trace.replace(json);
    return trace;
  }

  /** Replaces the given parts: tables are cleared first. True if rows have other indices or meanings now. */
  replace(parts) {
    for (const name of ['program', 'dropped', 'clock', 'files', 'stacks', 'threads', 'kinds', 'phases', 'labels', 'findings']) {
      if (parts[name] !== undefined) this[name] = parts[name];
    }
    if (parts.places) (this.places = new Table('places', PLACES)).append(parts.places);
    for (const [name, columns] of Object.entries(TABLES)) {
      if (!parts[name]) continue;
      this[name] = new Table(name, columns);
      this[name].append(parts[name]);
    }
    const isReset = ['kinds', 'phases', 'threads', ...Object.keys(TABLES)].some((name) => parts[name] !== undefined);
    if (isReset) this.forget();
    else if (parts.files) this.linesByFile = new Map();
    this.index();
    return isReset;
  }

  /** A live message: rows and interned values to append, parts to replace. Returns what `replace` returns. */
  take(message) {
    const isReset = message.replace ? this.replace(message.replace) : false;
    this.places.append(message.places);
    if (message.stacks) this.stacks.push(...message.stacks);
    if (message.labels) this.labels.push(...message.labels);
    for (const [name, rows] of Object.entries(message.append ?? {})) {
      if (this[name] instanceof Table) this[name].append(rows);
    }
    this.index();
    return isReset;
  }

  forget() {
    this.rowsById = new Map();
    this.queueOf = new Uint8Array(16);
    this.run = new Int32Array(16);
    this.runLength = 0;
    this.indexed = 0;
    this.end = 0;
    this.loop = Math.max(0, this.threads.findIndex((thread) => thread.name === 'loop'));
    this.linesByFile = new Map();
    this.jobRows = null;
  }

  /** Indexes new rows. */
  index() {
    const { tasks } = this;
    const queueOfKind = this.kinds.map((kind) => QUEUES.indexOf(QUEUE_OF_KIND[kind] ?? 'poll'));
    const queueOfPhase = this.phases.map((phase) => QUEUES.indexOf(QUEUE_OF_PHASE[phase] ?? 'poll'));
    const inPoll = QUEUES.indexOf('poll');
    this.queueOf = withCapacity(this.queueOf, tasks.length);
    this.run = withCapacity(this.run, tasks.length);
    for (let row = this.indexed; row < tasks.length; row++) {
      this.rowsById.set(tasks.id[row], row);
      const byKind = queueOfKind[tasks.kind[row]] ?? inPoll;
      // For an I/O callback the phase shows whether it was deferred to `pending`; for others the kind is enough.
      this.queueOf[row] = byKind === inPoll ? (queueOfPhase[tasks.phase[row]] ?? inPoll) : byKind;
      if (tasks.began[row] < 0) continue;
      if (tasks.thread[row] === this.loop || tasks.thread[row] < 0) this.run[this.runLength++] = row;
      this.end = Math.max(this.end, tasks.ended[row]);
    }
    this.indexed = tasks.length;
    for (const [table, column] of [['phaseSpans', 'ended'], ['waits', 'ended'], ['jobs', 'ended'], ['output', 'at']]) {
      if (this[table].length > 0) this.end = Math.max(this.end, this[table][column][this[table].length - 1]);
    }
    this.end = Math.max(this.end, this.program.duration ?? 0, 1000);
  }

  rowOf(id) {
    return id < 0 ? -1 : (this.rowsById.get(id) ?? -1);
  }

  queue(row) {
    return QUEUES[this.queueOf[row]];
  }

  kind(row) {
    return this.kinds[this.tasks.kind[row]] ?? 'task';
  }

  isMicrotask(row) {
    const queue = this.queue(row);
    return queue === 'ticks' || queue === 'promises';
  }

  /** The title of a task: "setTimeout 100 ms", "promise job". */
  title(row) {
    const label = this.labels[this.tasks.label[row]];
    if (label) return label;
    return KIND_NAMES[this.kind(row)] ?? this.kind(row);
  }

  /** The name of the thread that a task ran on, if that is not the loop's. */
  otherThread(row) {
    const thread = this.tasks.thread[row];
    return thread < 0 || thread === this.loop ? '' : (this.threads[thread]?.name ?? '');
  }

  /** Its function's name and place; else, without a name, the line that scheduled it; null where neither is known. */
  placeOf(row) {
    const { defined, scheduled } = this.tasks;
    if (defined[row] >= 0) return this.place(defined[row]);
    const line = scheduled[row] >= 0 ? this.place(this.stacks[scheduled[row]]?.[0] ?? -1) : null;
    // The name there is that of the function which scheduled it.
    return line && { ...line, name: '' };
  }

  place(index) {
    if (!(index >= 0 && index < this.places.length)) return null;
    const file = this.places.file[index];
    return {
      index,
      file,
      path: this.files[file]?.path ?? '',
      line: this.places.line[index],
      column: this.places.column[index],
      name: this.places.name[index] ?? '',
    };
  }

  /** The main file as its places name it; on the command line its path may have been relative. */
  get programPath() {
    const { file = '', cwd = '' } = this.program;
    if (file.startsWith('/') || !cwd) return file;
    const parts = [];
    for (const part of `${cwd}/${file}`.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.' && part !== '') parts.push(part);
    }
    return `/${parts.join('/')}`;
  }

  /** A short path: relative to the working folder or to the main file's folder, or within its package. */
  shortPath(path) {
    const plain = path.replace(/^file:\/\//, '');
    const modules = plain.lastIndexOf('/node_modules/');
    if (modules >= 0) return plain.slice(modules + 14);
    const file = this.programPath;
    const folders = [this.program.cwd ?? '', file.slice(0, file.lastIndexOf('/'))].filter((folder) => folder.length > 1);
    const home = folders.map((folder) => `${folder.replace(/\/$/, '')}/`).find((folder) => plain.startsWith(folder));
    return home ? plain.slice(home.length) : plain;
  }

  placeText(place) {
    return place ? `${this.shortPath(place.path)}:${place.line}` : '';
  }

  /** The lines of a file, or null if its content was not recorded. */
  lines(file) {
    if (!this.linesByFile.has(file)) this.linesByFile.set(file, this.files[file]?.text?.split(/\r\n|\n/) ?? null);
    return this.linesByFile.get(file);
  }

  sourceLine(place) {
    return place ? (this.lines(place.file)?.[place.line - 1] ?? null) : null;
  }
}

/** Lanes of the loop's own thread, and the queues of step mode, in the order a turn visits them. */
export const QUEUES = ['main', 'timers', 'pending', 'idle', 'poll', 'check', 'close', 'ticks', 'promises'];

export const QUEUE_NAMES = {
  main: 'main script',
  timers: 'timers',
  pending: 'pending',
  idle: 'idle, prepare',
  poll: 'poll',
  check: 'check',
  close: 'close',
  ticks: 'ticks',
  promises: 'promise jobs',
};

const KIND_NAMES = {
  main: 'main script',
  timeout: 'setTimeout',
  interval: 'setInterval',
  immediate: 'setImmediate',
  tick: 'process.nextTick',
  promise: 'promise job',
  microtask: 'queueMicrotask',
  io: 'I/O callback',
  pool: 'pool callback',
  close: "'close' callback",
  signal: 'signal',
  message: 'message',
  rejection: 'unhandled rejection',
  exit: "'exit'",
};
