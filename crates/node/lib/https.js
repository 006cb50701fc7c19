'use strict';
// node:https, as far as it can be without TLS: agents are real and can be handed around; whoever connects is told what is missing.

const { notYet, refusingAll } = require('core/not_yet');
const { Agent: PlainAgent } = require('http/agent');

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  PlainAgent.call(this, { __proto__: null, ...options, defaultPort: options?.defaultPort ?? 443, protocol: 'https:' });
  this.maxCachedSessions = this.options.maxCachedSessions ?? 100;
}
Object.setPrototypeOf(Agent.prototype, PlainAgent.prototype);
Object.setPrototypeOf(Agent, PlainAgent);

Agent.prototype.createConnection = function createConnection() {
  throw notYet('https.Agent.createConnection');
};

module.exports = {
  Agent,
  globalAgent: new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }),
  ...refusingAll('https', ['Server', 'createServer', 'get', 'request']),
};
