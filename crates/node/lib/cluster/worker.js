'use strict';
// cluster.Worker, for both sides; each adds its own disconnect() and destroy().

const { call0 } = require('core/safe/calls');
const { objectSetPrototypeOf, reflectApply } = require('core/intrinsics');
const EventEmitter = require('events');

function Worker(options) {
  if (!(this instanceof Worker)) return new Worker(options);
  call0(EventEmitter, this);
  if (options === null || typeof options !== 'object') options = {};
  this.exitedAfterDisconnect = undefined;
  this.state = options.state || 'none';
  this.id = options.id | 0;
  if (!options.process) return;
  this.process = options.process;
  this.process.on('error', (code, signal) => this.emit('error', code, signal));
  this.process.on('message', (message, handle) => this.emit('message', message, handle));
}
objectSetPrototypeOf(Worker.prototype, EventEmitter.prototype);
objectSetPrototypeOf(Worker, EventEmitter);

Worker.prototype.kill = function() {
  reflectApply(this.destroy, this, arguments);
};

Worker.prototype.send = function() {
  return reflectApply(this.process.send, this.process, arguments);
};

Worker.prototype.isDead = function() {
  return this.process.exitCode != null || this.process.signalCode != null;
};

Worker.prototype.isConnected = function() {
  return this.process.connected;
};

module.exports = Worker;
