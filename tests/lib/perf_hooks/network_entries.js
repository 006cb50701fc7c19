'use strict';
// Entries of lookups, connections and HTTP requests on both sides.
const { PerformanceObserver } = require('perf_hooks');
const { inspect } = require('util');
const dns = require('dns');
const http = require('http');

const report = [];
const observer = new PerformanceObserver((list) => {
  for (const { name, entryType, startTime, duration, detail } of list.getEntries()) {
    const text = inspect(detail, { depth: 5, sorted: true }).replaceAll(String(port), 'PORT').replace(/date: '.*'/, 'date');
    report.push(`${entryType} ${name} ${startTime > 0 && duration > 0} ${text}`);
  }
});
observer.observe({ entryTypes: ['http', 'net', 'dns'] });
let port;
const server = http.createServer((request, response) => {
  response.setHeader('a', 'b');
  response.end('x');
}).listen(0, '127.0.0.1', () => {
  ({ port } = server.address());
  dns.lookup('localhost', { family: 4 }, () => {
    http.get({ port, host: '127.0.0.1', path: '/path?query', headers: { X: 'y' }, agent: false }, (response) => {
      response.resume().on('close', () => server.close(() => setImmediate(() => setImmediate(() => console.log(report.sort().join('\n'))))));
    });
  });
});
