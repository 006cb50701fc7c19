'use strict';
// What needs no name server.
const dns = require('dns');
const { promisify } = require('util');

const lookup = promisify(dns.lookup);

exports.calls = {
  getServers: () => dns.getServers(),
  getDefaultResultOrder: () => dns.getDefaultResultOrder(),
  'new Resolver': () => new dns.Resolver(),
};

exports.operations = {
  'lookup of localhost': () => lookup('localhost'),
  'lookup of localhost, all': () => lookup('localhost', { all: true }),
  'lookup of an address': () => lookup('127.0.0.1'),
  'promises.lookup of localhost': () => dns.promises.lookup('localhost'),
  '50 lookup at once': () => Promise.all(Array.from({ length: 50 }, () => lookup('localhost'))),
  'lookupService of 127.0.0.1': () => dns.promises.lookupService('127.0.0.1', 80),
};
