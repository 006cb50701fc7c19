'use strict';
// The signal of a message: aborted when the exchange ends early, not when it is complete.
const http = require('http');
const { once } = require('events');

async function exchange(name, handle, use) {
  const server = http.createServer(handle);
  server.listen(0);
  await once(server, 'listening');
  const request = http.request({ port: server.address().port });
  request.on('error', () => {});
  request.end();
  const [response] = await once(request, 'response');
  response.on('error', () => {});
  console.log(name, response.signal.aborted, response.signal === response.signal);
  response.signal.onabort = () => console.log(name, 'the response is aborted');
  await use(request, response);
  console.log(name, response.signal.aborted, response.complete, response.destroyed);
  server.close();
  await once(server, 'close');
}

const closed = (response) => new Promise((resolve) => response.once('close', resolve));
const aborted = [];
async function main() {
  await exchange('complete', (req, res) => {
    req.signal.onabort = () => aborted.push('complete');
    res.end('body');
  }, async (request, response) => {
    response.resume();
    await closed(response);
  });
  await exchange('cut off', (req, res) => {
    req.signal.onabort = () => aborted.push('cut off');
    res.write('part');
  }, async (request, response) => {
    request.destroy();
    await closed(response);
  });
  await exchange('asked for afterwards', (req, res) => {
    res.write('part');
    res.on('close', () => aborted.push(`late: ${req.signal.aborted}`));
  }, async (request, response) => {
    response.destroy();
    await closed(response);
  });
  console.log('requests', aborted);
}

main();
