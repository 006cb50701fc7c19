'use strict';
// Has an http client read raw bytes as the answer to its request, and prints the result.

const http = require('http');
const net = require('net');

function ask(port, options, method) {
  return new Promise((resolve) => {
    const seen = [];
    const request = http.request({ port, host: '127.0.0.1', method, agent: false, ...options });
    request.on('information', (info) => seen.push(`information ${info.statusCode} ${JSON.stringify(info.rawHeaders)}`));
    request.on('upgrade', (response, socket, head) => {
      seen.push(`upgrade ${response.statusCode} ${JSON.stringify(response.rawHeaders)} ${JSON.stringify(head.toString('latin1'))}`);
      socket.destroy();
    });
    request.on('connect', (response, socket, head) => {
      seen.push(`connect ${response.statusCode} ${JSON.stringify(response.rawHeaders)} ${JSON.stringify(head.toString('latin1'))}`);
      socket.destroy();
    });
    request.on('response', (response) => {
      seen.push(`${response.statusCode} ${JSON.stringify(response.statusMessage)} HTTP/${response.httpVersion} ${JSON.stringify(response.rawHeaders)}`);
      let body = '';
      response.setEncoding('latin1').on('data', (text) => { body += text; });
      response.on('error', (error) => seen.push(`response error ${error.code}`));
      response.on('close', () => {
        seen.push(`body ${JSON.stringify(body)}${response.complete ? '' : ' cut short'}${response.rawTrailers.length > 0 ? ` ${JSON.stringify(response.rawTrailers)}` : ''}`);
      });
    });
    request.on('error', (error) => seen.push(`error ${error.code}${error.reason === undefined ? '' : `: ${error.reason} at ${error.bytesParsed}`}`));
    request.on('close', () => setImmediate(resolve, seen));
    request.end();
  });
}

async function show(answers, options = {}, method = 'GET') {
  let raw;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.from(raw, 'latin1')));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (raw of answers) {
    const seen = await ask(server.address().port, options, method);
    console.log(JSON.stringify(raw).replace(/(.)\1{40,}/g, (run, letter) => `${letter}{${run.length}}`));
    for (const line of seen) console.log(`    ${line}`);
  }
  server.close();
}

module.exports = { show };
