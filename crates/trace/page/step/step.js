// Step mode: the recording one step at a time, with the state of the loop at that step.

import { byId, make } from '../app/dom.js';
import { count, duration, moment, shorten } from '../app/format.js';
import { SourceView } from '../app/source.js';
import { chainOf } from '../data/causes.js';
import { QUEUE_TITLES, SHOWN_QUEUES, queuesAt } from './queues.js';
import { whatHappens, whyNext } from './reasons.js';
import { STEP_KINDS, Steps } from './steps.js';
import { Wheel } from './wheel.js';

const MAX_IN_QUEUE = 12;
const MAX_OUTPUT = 300;

export class StepView {
  constructor(page) {
    this.page = page;
    this.trace = page.trace;
    this.steps = null;
    this.at = 0;
    this.wheel = new Wheel(byId('wheel'));
    this.source = new SourceView(page.trace, byId('step-source'), byId('step-file'));
    const go = (id, move) => byId(id).addEventListener('click', move);
    go('step-first', () => this.go(0));
    go('step-back', () => this.move(-1));
    go('step-forward', () => this.move(1));
    go('step-last', () => this.go(this.steps.length - 1));
    go('step-callback', () => this.jump(1, (kind) => kind === 'begin'));
    go('step-output', () => this.jump(1, (kind) => kind === 'print'));
    byId('step-slider').addEventListener('input', (event) => this.go(Number(event.target.value)));
  }

  /** Steps are computed when the view is shown; `fresh` when a live trace has grown. */
  prepare(fresh = false) {
    if (this.steps && !fresh) return;
    const time = this.steps?.length > 0 ? this.steps.time[this.at] : 0;
    this.steps = new Steps(this.trace);
    if (fresh) this.at = this.steps.at(time);
    byId('step-slider').max = Math.max(0, this.steps.length - 1);
  }

  show() {
    this.prepare();
    if (this.steps.length === 0) {
      byId('step-why').textContent = 'Nothing has run yet.';
      return;
    }
    this.go(this.at);
  }

  showTask(row) {
    this.prepare();
    this.at = Math.max(0, this.steps.beganAt[row]);
    this.show();
  }

  move(by) {
    this.go(this.at + by);
  }

  jump(direction, wanted) {
    const next = this.steps.find(this.at, direction, wanted);
    if (next >= 0) this.go(next);
    else this.page.announce(direction > 0 ? 'There is no further one.' : 'There is none before.');
  }

  go(step) {
    const { steps, trace } = this;
    if (steps.length === 0) return;
    this.at = Math.min(Math.max(step, 0), steps.length - 1);
    const kind = STEP_KINDS[steps.kind[this.at]];
    const row = steps.row[this.at];
    const running = steps.running[this.at];
    const queues = queuesAt(trace, steps, this.at);
    byId('step-slider').value = this.at;
    byId('step-count').textContent = `step ${count(this.at + 1)} of ${count(steps.length)} · ${moment(steps.time[this.at])}`;
    this.showSentence(kind, row, queues);
    const stack = this.stackOf(kind, row);
    this.source.show(trace.place(stack[0] ?? -1) ?? this.lineOf(running));
    this.showStack(stack, running);
    this.showWheel(kind, running);
    this.showQueues(queues, kind, row);
    this.showOutput();
    if (running >= 0) this.page.select({ table: 'tasks', row: running }, { quiet: true, follow: true });
  }

  showSentence(kind, row, queues) {
    const { trace, steps } = this;
    const title = kind === 'begin' ? `${trace.title(row)} runs` : this.titleOf(kind, row);
    byId('step-title').textContent = title;
    byId('step-why').textContent = kind === 'begin' ? whyNext(trace, steps, row, queues) : whatHappens(trace, steps, this.at, kind);
    const running = steps.running[this.at];
    const queue = kind === 'begin' || kind === 'schedule' ? trace.queue(row) : kind === 'wait' ? 'wait' : running >= 0 ? trace.queue(running) : 'main';
    byId('step-reason').style.setProperty('--swatch', `var(--lane-${queue})`);
  }

  titleOf(kind, row) {
    const { trace } = this;
    switch (kind) {
      case 'schedule':
        return `${trace.title(row)} is queued`;
      case 'cancel':
        return `${trace.title(row)} is cleared`;
      case 'print':
        return `prints “${shorten(trace.output.text[row].trim(), 60)}”`;
      case 'call':
        return trace.labels[trace.calls.label[row]] ?? 'synchronous call';
      case 'reject':
        return 'unhandled rejection';
      default:
        return 'the loop sleeps';
    }
  }

  /** The line to show for a callback without a better one. */
  lineOf(row) {
    const { trace } = this;
    if (row < 0) return null;
    const program = trace.files.findIndex(({ path }) => path === trace.programPath);
    if (trace.kind(row) === 'main' && program >= 0) return { file: program, path: trace.programPath, line: 1, column: 1, name: '' };
    return trace.placeOf(row);
  }

  /** Places, the innermost first, of the line this step is at. */
  stackOf(kind, row) {
    const { trace } = this;
    const places = {
      begin: () => [trace.tasks.defined[row]],
      schedule: () => trace.stacks[trace.tasks.scheduled[row]],
      print: () => [trace.output.place[row]],
      call: () => trace.stacks[trace.calls.stack[row]],
      reject: () => trace.stacks[trace.rejections.stack[row]],
    }[kind]?.();
    return places?.filter((place) => place >= 0) ?? [];
  }

  /** The call stack, and below it where each callback was scheduled: an async stack trace. */
  showStack(stack, running) {
    const { trace } = this;
    const frame = (index) => {
      const place = trace.place(index);
      return place && make('li', null, make('span', null, place.name || '(anonymous)'), make('span', { class: 'place' }, trace.placeText(place)));
    };
    const lines = stack.map(frame);
    for (const row of running < 0 ? [] : chainOf(trace, running, 6)) {
      const scheduled = trace.stacks[trace.tasks.scheduled[row]];
      if (!scheduled?.length) continue;
      lines.push(make('li', { class: 'gap' }, `${trace.title(row)}, scheduled at`), ...scheduled.slice(0, 6).map(frame));
    }
    const empty = make('li', { class: 'quiet' }, running < 0 ? 'The stack is empty.' : 'No line is known for this.');
    byId('step-stack').replaceChildren(...(lines.length > 0 ? lines.filter(Boolean) : [empty]));
  }

  showWheel(kind, running) {
    const { trace, steps } = this;
    const macro = steps.macrotask[this.at];
    const inPoll = kind === 'wait';
    const place = inPoll ? 'poll' : macro >= 0 ? trace.queue(macro) : 'main';
    this.wheel.show({
      phase: place === 'main' ? null : place,
      queue: inPoll ? 'poll' : running < 0 ? null : trace.queue(running),
      turn: inPoll ? trace.waits.turn[steps.row[this.at]] : macro >= 0 ? trace.tasks.turn[macro] : -1,
      outside: running >= 0 ? trace.title(running) : '',
      waiting: inPoll,
    });
  }

  showQueues(queues, kind, row) {
    const fresh = kind === 'schedule' ? row : -1;
    byId('step-queues').replaceChildren(...SHOWN_QUEUES.map((name) => this.queueBox(name, queues[name], fresh)));
  }

  queueBox(name, content, fresh) {
    const items = content.slice(0, MAX_IN_QUEUE).map((item) => (name === 'pool' ? this.jobItem(item) : this.taskItem(item, item === fresh)));
    if (content.length > MAX_IN_QUEUE) items.push(make('li', { class: 'quiet' }, `and ${count(content.length - MAX_IN_QUEUE)} more`));
    return make(
      'section',
      { class: content.length > 0 ? 'queue' : 'queue empty', style: `--swatch:var(--lane-${name})` },
      make('h3', null, QUEUE_TITLES[name], make('span', { class: 'badge' }, count(content.length))),
      make('ol', null, items),
    );
  }

  taskItem(row, fresh) {
    const { trace } = this;
    const place = trace.placeOf(row);
    return make('li', { class: fresh ? 'fresh' : undefined }, make('span', null, place?.name ? `${place.name} · ${trace.title(row)}` : trace.title(row)), make('span', { class: 'place' }, trace.placeText(place), this.dueText(row)));
  }

  dueText(row) {
    const due = this.trace.tasks.due[row];
    if (due < 0) return '';
    const left = due - this.steps.time[this.at];
    return left > 0 ? ` · due in ${duration(left)}` : ` · due since ${duration(-left)}`;
  }

  jobItem({ row, thread }) {
    const { trace } = this;
    const state = thread >= 0 ? `on ${trace.threads[thread]?.name ?? 'a thread'}` : 'waits for a thread';
    return make('li', null, make('span', null, trace.labels[trace.jobs.label[row]] ?? 'job'), make('span', { class: 'place' }, state));
  }

  showOutput() {
    const { trace, steps, at } = this;
    const { output } = trace;
    let printed = 0;
    // Output rows are ordered by time, and so are their steps.
    const now = steps.find(at + 1, -1, (kind) => kind === 'print');
    if (now >= 0) printed = steps.row[now] + 1;
    const first = Math.max(0, printed - MAX_OUTPUT);
    const pieces = [];
    for (let row = first; row < printed; row++) {
      pieces.push(make('span', { class: `stream${output.stream[row]}${row === printed - 1 && now === at ? ' fresh' : ''}` }, output.text[row]));
    }
    const box = byId('step-output-text');
    box.replaceChildren(...(pieces.length > 0 ? pieces : [make('span', { class: 'quiet' }, 'Nothing was printed so far.')]));
    box.scrollTop = box.scrollHeight;
  }

  /** True if the key was handled. */
  key(event) {
    const begins = (kind) => kind === 'begin';
    const prints = (kind) => kind === 'print';
    switch (event.key) {
      case 'ArrowRight':
        event.shiftKey ? this.jump(1, begins) : this.move(1);
        break;
      case 'ArrowLeft':
        event.shiftKey ? this.jump(-1, begins) : this.move(-1);
        break;
      case 'o':
        this.jump(1, prints);
        break;
      case 'O':
        this.jump(-1, prints);
        break;
      case 'Home':
        this.go(0);
        break;
      case 'End':
        this.go(this.steps.length - 1);
        break;
      default:
        return false;
    }
    return true;
  }
}
