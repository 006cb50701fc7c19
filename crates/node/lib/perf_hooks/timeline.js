'use strict';
// The entries that stay: marks, measures and resources, until they are cleared.

let marks = [];
let measures = [];
let resources = [];
// Resources that found the buffer full, until its event has been heard.
let waiting = [];
let mostResources = 250;
let tellingFull = false;

let offer = () => {};

const byStart = (a, b) => a.startTime - b.startTime;

function keepMark(mark) {
  marks.push(mark);
  offer(mark);
}

function keepMeasure(measure) {
  measures.push(measure);
  offer(measure);
}

const lastMark = (name) => marks.findLast((mark) => mark.name === name);

const without = (list, name) => (name === undefined ? [] : list.filter((entry) => entry.name !== name));

function clearMarks(name) {
  marks = without(marks, name);
}

function clearMeasures(name) {
  measures = without(measures, name);
}

function clearResources() {
  resources = [];
}

// ---- resources, of which there may be too many

function keepResource(resource, target) {
  offer(resource);
  if (resources.length < mostResources && !tellingFull) {
    resources.push(resource);
    return;
  }
  if (!tellingFull) {
    tellingFull = true;
    require('loop/immediates').setImmediate(tellFull, target);
  }
  waiting.push(resource);
}

// Whoever listens may clear the buffer or make it larger; what does not fit then is dropped.
function tellFull(target) {
  const { Event } = require('core/event');
  while (waiting.length > 0) {
    const excess = waiting.length;
    target.dispatchEvent(new Event('resourcetimingbufferfull'));
    const room = Math.max(0, mostResources - resources.length);
    resources.push(...waiting.splice(0, room));
    if (excess <= waiting.length) waiting = [];
  }
  tellingFull = false;
}

function limitResources(most) {
  mostResources = most;
}

// ---- reading

function entriesOfType(type) {
  if (type === 'mark') return marks.toSorted(byStart);
  if (type === 'measure') return measures.toSorted(byStart);
  if (type === 'resource') return resources.toSorted(byStart);
  return [];
}

const entries = () => [...marks, ...measures, ...resources].sort(byStart);

function entriesOfName(name, type) {
  const list = type === undefined ? entries() : entriesOfType(type);
  return list.filter((entry) => entry.name === name);
}

module.exports = {
  clearMarks, clearMeasures, clearResources, entries, entriesOfName, entriesOfType, keepMark, keepMeasure, keepResource, lastMark,
  limitResources,
  onEntry(listener) { offer = listener; },
};
