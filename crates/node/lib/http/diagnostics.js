'use strict';
// The channels of node:diagnostics_channel that tell of a server's requests. Loaded only when a program has loaded that module.

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

module.exports = { requestStart, responseFinish };
