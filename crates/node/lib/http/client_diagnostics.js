'use strict';
// Reports requests of the client to the diagnostics channels and to node:perf_hooks. Loaded only when a program has loaded one
// of those modules.

const { channel } = require('diagnostics_channel');

const channels = {
  created: channel('http.client.request.created'),
  started: channel('http.client.request.start'),
  failed: channel('http.client.request.error'),
  responseFinished: channel('http.client.response.finish'),
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

function responseFinished(request, response) {
  if (channels.responseFinished.hasSubscribers) channels.responseFinished.publish({ request, response });
}

// The detail of an 'http' performance entry.
function summary(request, { statusCode, statusMessage, headers }) {
  const { method, protocol, host, path } = request;
  const url = `${protocol}//${request.getHeader('host') ?? host}${path}`;
  return { req: { method, url, headers: request.getHeaders() }, res: { statusCode, statusMessage, headers } };
}

module.exports = { responseFinished, created, failed, started, summary };
