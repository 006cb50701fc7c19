// Describes one span of a lane, a row of any table: a title, a place, times.

import { bytes, count, duration, moment, shorten } from '../app/format.js';
import { lateness } from '../data/causes.js';
import { QUEUE_NAMES } from '../data/model.js';

const firstPlace = (trace, stack) => trace.place(trace.stacks[stack]?.[0] ?? -1);

function describeTask(trace, row) {
  const { tasks } = trace;
  const began = tasks.began[row];
  const ended = tasks.ended[row];
  const { ready, late, holders } = lateness(trace, row);
  const facts = [['ran for', duration(Math.max(0, ended - began))]];
  if (late > 0) facts.push([tasks.due[row] >= 0 ? 'late by' : 'waited', duration(late)]);
  return {
    title: trace.title(row),
    lane: tasks.thread[row] === trace.loop || tasks.thread[row] < 0 ? QUEUE_NAMES[trace.queue(row)] : trace.threads[tasks.thread[row]]?.name,
    place: trace.placeOf(row),
    from: began,
    to: ended,
    ready,
    late,
    holders,
    facts,
  };
}

function describeWait(trace, row) {
  const { waits } = trace;
  const limit = waits.limit[row];
  const slept = duration(waits.ended[row] - waits.began[row]);
  return {
    title: 'the loop slept in poll',
    lane: 'poll wait',
    from: waits.began[row],
    to: waits.ended[row],
    facts: [['for', slept], ['at most', limit < 0 ? 'until something happens' : duration(limit)]],
  };
}

function describeJob(trace, row) {
  const { jobs } = trace;
  const facts = [['ran for', duration(jobs.ended[row] - jobs.began[row])]];
  if (jobs.queued[row] >= 0 && jobs.began[row] > jobs.queued[row]) facts.push(['waited for a thread', duration(jobs.began[row] - jobs.queued[row])]);
  return {
    title: trace.labels[jobs.label[row]] ?? 'job',
    lane: trace.threads[jobs.thread[row]]?.name ?? 'pool',
    place: firstPlace(trace, jobs.scheduled[row]),
    from: jobs.began[row],
    to: jobs.ended[row],
    facts,
  };
}

function describeCall(trace, row) {
  const { calls } = trace;
  const facts = [['held the loop for', duration(calls.took[row])]];
  if (calls.bytes[row] > 0) facts.push(['size', bytes(calls.bytes[row])]);
  return {
    title: trace.labels[calls.label[row]] ?? 'synchronous call',
    lane: 'sync calls',
    place: firstPlace(trace, calls.stack[row]),
    from: calls.at[row],
    to: calls.at[row] + calls.took[row],
    facts,
  };
}

function describeOutput(trace, row) {
  const { output } = trace;
  const text = output.text[row].replace(/\n$/, '');
  return {
    title: shorten(text.trim() || '(an empty line)', 120),
    lane: output.stream[row] === 2 ? 'standard error' : 'standard output',
    place: trace.place(output.place[row]),
    from: output.at[row],
    to: output.at[row],
    facts: [],
  };
}

function describeCollection(trace, row) {
  const { began, ended } = trace.collections;
  return { title: 'garbage collection', lane: 'collector', from: began[row], to: ended[row], facts: [['took', duration(ended[row] - began[row])]] };
}

const DESCRIBERS = { tasks: describeTask, waits: describeWait, jobs: describeJob, calls: describeCall, output: describeOutput, collections: describeCollection };

export function describe(trace, { table, row }) {
  return DESCRIBERS[table](trace, row);
}

/** Which tasks blocked the loop: "readFileSync in config.js:12 (40 ms), 3 more". */
export function holdersText(trace, holders) {
  if (holders.length === 0) return '';
  const [first, ...others] = holders;
  const place = trace.placeText(trace.placeOf(first.row));
  const times = first.count > 1 ? `, ${count(first.count, 'time')}` : '';
  const more = others.length > 0 ? `, and ${count(others.length, 'other')}` : '';
  return `${trace.title(first.row)}${place && ` at ${place}`} held the loop for ${duration(first.held)}${times}${more}`;
}

/** One line for screen readers, announced when the cursor reaches an event. */
export function announcementOf(trace, target) {
  const it = describe(trace, target);
  const where = it.place ? `, ${it.place.name ? `${it.place.name}, ` : ''}${trace.placeText(it.place)}` : '';
  const why = it.late > 0 && it.holders.length > 0 ? `. ${holdersText(trace, it.holders)}` : '';
  return `${it.title}${where}, at ${moment(it.from)}${it.facts.map(([name, value]) => `, ${name} ${value}`).join('')}${why}.`;
}
