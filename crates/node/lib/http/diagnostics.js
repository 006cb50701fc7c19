'use strict';
// Reports requests of the server to the diagnostics channels and to node:perf_hooks. Loaded only when a program has loaded one
// of those modules.

const { channel } = require('diagnostics_channel');

const started = channel('http.server.request.start');
const created = channel('http.server.response.created');
const finished = channel('http.server.response.finish');

function requestStart(request, response, socket, server) {
  if (created.hasSubscribers) created.publish({ request, response });
  if (started.hasSubscribers) started.publish({ request, response, socket, server });
}

function responseFinish(request, response, socket, server) {
  if (finished.hasSubscribers) finished.publish({ request, response, socket, server });
}

// The detail of an 'http' performance entry.
function summary({ method, url, headers }, response) {
  const { statusCode, statusMessage } = response;
  return { req: { method, url, headers }, res: { statusCode, statusMessage, headers: response.getHeaders() } };
}

module.exports = { requestStart, responseFinish, summary };
