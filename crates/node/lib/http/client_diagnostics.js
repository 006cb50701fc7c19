'use strict';
// The channels of node:diagnostics_channel that tell of a client's requests. Loaded only when a program has loaded that module.

const { channel } = require('diagnostics_channel');

const channels = {
  created: channel('http.client.request.created'),
  started: channel('http.client.request.start'),
  failed: channel('http.client.request.error'),
  answered: channel('http.client.response.finish'),
};

function created(request) {
  if (channels.created.hasSubscribers) channels.created.publish({ request });
}

function started(request) {
  if (channels.started.hasSubscribers) channels.started.publish({ request });
}

function failed(request, error) {
  if (channels.failed.hasSubscribers) channels.failed.publish({ request, error });
}

function answered(request, response) {
  if (channels.answered.hasSubscribers) channels.answered.publish({ request, response });
}

module.exports = { answered, created, failed, started };
