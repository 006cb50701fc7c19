'use strict';
// What keeps the loop alive, by Node's names for it.

const { numbers, REFED_IMMEDIATES, REFED_TIMERS } = require('loop/state');

// Pipes and terminals count from the moment their stream is made, reading or not; files never do.
const WRAPS = { pipe: 'PipeWrap', tty: 'TTYWrap' };

function activeStreams() {
  if (!require.has('process/stdio')) return [];
  return require('process/stdio').opened().filter((stream) => WRAPS[stream._type] !== undefined && stream.hasRef());
}

const activeRequests = () => (require.has('loop/requests') ? require('loop/requests').activeKinds() : []);

function getActiveResourcesInfo() {
  return [
    ...activeRequests(),
    ...activeStreams().map((stream) => WRAPS[stream._type]),
    ...Array(numbers[REFED_TIMERS]).fill('Timeout'),
    ...Array(numbers[REFED_IMMEDIATES]).fill('Immediate'),
  ];
}

// Node's requests are objects of classes named so; there is nothing in them for a program.
const _getActiveRequests = () => activeRequests().map((kind) => new ({ [kind]: class {} }[kind])());

const _getActiveHandles = () => activeStreams();

module.exports = { _getActiveHandles, _getActiveRequests, getActiveResourcesInfo };
