'use strict';
// The timeline: marks, measures and resources, until they are cleared.

const { arrayFilter, arrayFindLast, arrayPush, arraySlice, arraySort, arraySplice, mathMax } = require('core/intrinsics');
const { appendAll, each } = require('core/safe/walk');

let marks = [];
let measures = [];
let resources = [];
// Resources that exceeded the buffer, until its event has been dispatched.
let secondaryBuffer = [];
let bufferSizeLimit = 250;
let isDispatchingFull = false;

let enqueue = () => {};

const byStart = (a, b) => a.startTime - b.startTime;

function addMark(mark) {
  arrayPush(marks, mark);
  enqueue(mark);
}

function addMeasure(measure) {
  arrayPush(measures, measure);
  enqueue(measure);
}

const lastMark = (name) => arrayFindLast(marks, (mark) => mark.name === name);

const without = (list, name) => (name === undefined ? [] : arrayFilter(list, (entry) => entry.name !== name));

function clearMarks(name) {
  marks = without(marks, name);
}

function clearMeasures(name) {
  measures = without(measures, name);
}

function clearResources() {
  resources = [];
}

// ---- resources, with a limited buffer

function bufferResource(resource, target) {
  enqueue(resource);
  if (resources.length < bufferSizeLimit && !isDispatchingFull) {
    arrayPush(resources, resource);
    return;
  }
  if (!isDispatchingFull) {
    isDispatchingFull = true;
    require('loop/immediates').setImmediate(dispatchBufferFull, target);
  }
  arrayPush(secondaryBuffer, resource);
}

// Listeners may clear the buffer or raise its limit; what still does not fit is dropped.
function dispatchBufferFull(target) {
  const { Event } = require('core/event');
  while (secondaryBuffer.length > 0) {
    const excess = secondaryBuffer.length;
    target.dispatchEvent(new Event('resourcetimingbufferfull'));
    const space = mathMax(0, bufferSizeLimit - resources.length);
    appendAll(resources, arraySplice(secondaryBuffer, 0, space));
    if (excess <= secondaryBuffer.length) secondaryBuffer = [];
  }
  isDispatchingFull = false;
}

function setBufferSizeLimit(limit) {
  bufferSizeLimit = limit;
}

// ---- reading

function entriesOfType(type) {
  if (type === 'mark') return arraySort(arraySlice(marks), byStart);
  if (type === 'measure') return arraySort(arraySlice(measures), byStart);
  if (type === 'resource') return arraySort(arraySlice(resources), byStart);
  return [];
}

const entries = () => arraySort([...each(marks), ...each(measures), ...each(resources)], byStart);

function entriesOfName(name, type) {
  const list = type === undefined ? entries() : entriesOfType(type);
  return arrayFilter(list, (entry) => entry.name === name);
}

module.exports = {
  clearMarks, clearMeasures, clearResources, entries, entriesOfName, entriesOfType, addMark, addMeasure, bufferResource, lastMark,
  setBufferSizeLimit,
  onEntry(listener) { enqueue = listener; },
};
