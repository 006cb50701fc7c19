'use strict';
// What performance and its observers hear of fetch(): a resource, once the body is over, and no HttpClient.
const { PerformanceObserver, performance } = require('perf_hooks');
const http = require('http');

// A thousand characters.
const PACKED = Buffer.from('H4sIAAAAAAAAA0tMHAWjYBQMdwAAA9o4mugDAAA=', 'base64');

const plain = (url) => url.replace(/:\d+/, ':N');
const observed = [];
new PerformanceObserver((list) => observed.push(...list.getEntries())).observe({ entryTypes: ['resource', 'http'] });

const server = http.createServer((request, response) => {
  if (request.url === '/redirects') {
    response.writeHead(302, { location: '/there' }).end();
  } else if (request.url === '/packed') {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(PACKED);
  } else {
    response.writeHead(request.url === '/missing' ? 404 : 200, { 'content-type': 'text/plain' }).end('hello');
  }
});

server.listen(0, async () => {
  const at = (path) => `http://127.0.0.1:${server.address().port}${path}`;
  const count = () => performance.getEntriesByType('resource').length;

  const response = await fetch(at('/first'));
  const withHead = count();
  await response.text();
  const withBody = count();
  await new Promise(setImmediate);
  console.log('after the head', withHead, 'the body', withBody, 'an immediate', count());

  for (const path of ['/redirects', '/missing', '/packed']) await (await fetch(at(path))).text();
  await (await fetch(at('/posted'), { method: 'POST', body: 'x' })).arrayBuffer();
  await fetch(at('/head'), { method: 'HEAD' });
  await (await fetch('data:text/plain,no resource')).text();
  await fetch('http://127.0.0.1:1/').catch((error) => console.log(error.message));
  await new Promise((resolve) => setTimeout(resolve, 50));

  for (const entry of performance.getEntriesByType('resource')) {
    const { name, initiatorType, responseStatus, deliveryType, encodedBodySize, decodedBodySize, transferSize, nextHopProtocol, ...rest } = entry.toJSON();
    console.log(plain(name), initiatorType, responseStatus, [deliveryType], encodedBodySize, decodedBodySize, transferSize, nextHopProtocol);
    console.log(' ', Object.keys(rest).filter((key) => rest[key] > 0).join(' '));
    const { startTime, fetchStart, requestStart, responseStart, responseEnd } = entry;
    console.log('  in order', startTime <= fetchStart && fetchStart <= requestStart && requestStart <= responseStart && responseStart <= responseEnd);
  }
  console.log(observed.map(({ entryType, name }) => `${entryType} ${plain(name)}`).sort());
  server.close();
  server.closeAllConnections();
});
