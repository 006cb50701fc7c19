'use strict';
// Feeds raw bytes to an http.Server and prints the result: what the handler saw, what 'clientError' said, and every
// byte that was answered by a server without such a listener.

const http = require('http');
const net = require('net');

function startServer(options, log) {
  const server = http.createServer(options, (req, res) => {
    log?.push(`${req.method} ${req.url} HTTP/${req.httpVersion} ${JSON.stringify(req.rawHeaders)}`);
    let body = '';
    req.setEncoding('latin1');
    req.on('data', (text) => { body += text; });
    req.on('error', () => {});
    req.on('end', () => {
      log?.push(`body ${JSON.stringify(body)}${req.rawTrailers.length > 0 ? ` ${JSON.stringify(req.rawTrailers)}` : ''}`);
      res.sendDate = false;
      res.end('ok');
    });
  });
  if (log !== undefined) {
    server.on('clientError', (error, socket) => {
      log.push(`${error.code}: ${error.reason} at ${error.bytesParsed}`);
      socket.destroy();
    });
  }
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function feed(server, raw) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(server.address().port, '127.0.0.1');
    socket.setEncoding('latin1').on('data', (text) => { answer += text; });
    socket.on('error', () => {}).on('close', () => resolve(answer.replace(/Date: [^\r]*\r\n/g, '')));
    socket.end(Buffer.from(raw, 'latin1'));
  });
}

const shortened = (text) => text.replace(/(.)\1{40,}/gs, (run, letter) => `${letter}{${run.length}}`)
  .replace(/(a:? ?b?\r\n)(?:\1){40,}/g, (run, line) => `${line}{${run.length / line.length}}`);

// Shows each of the inputs, one after the other.
async function show(inputs, options = {}) {
  const log = [];
  const telling = await startServer(options, log);
  const silent = await startServer(options);
  for (const raw of inputs) {
    log.length = 0;
    await feed(telling, raw);
    const answer = await feed(silent, raw);
    console.log(shortened(JSON.stringify(raw)));
    for (const line of log) console.log(`    ${shortened(line)}`);
    console.log(`    > ${JSON.stringify(answer)}`);
  }
  telling.closeAllConnections();
  silent.closeAllConnections();
  telling.close();
  silent.close();
}

module.exports = { show };
