'use strict';
// The diagnostics channels of child processes: 'child_process' for each that is created, and the tracing channel 'child_process.spawn'.

const { channel, tracingChannel } = require('diagnostics_channel');

const created = channel('child_process');
const spawn = tracingChannel('child_process.spawn');

function publishCreated(process) {
  if (created.hasSubscribers) created.publish({ process });
}

function publishStart(process, options) {
  if (spawn.start.hasSubscribers) spawn.start.publish({ process, options });
}

function publishOutcome(process, error) {
  if (error === undefined) {
    if (spawn.end.hasSubscribers) spawn.end.publish({ process });
  } else if (spawn.error.hasSubscribers) {
    spawn.error.publish({ process, error: error() });
  }
}

module.exports = { publishCreated, publishOutcome, publishStart };
