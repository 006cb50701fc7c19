'use strict';
// HTTP: what a request is (method, URL, a header, a body, trailers) follows from its number, and so does its answer.

const http = require('http');
const https = require('https');
const { Random, Receiver, bytesOf } = require('./content.js');
const { headerOf, serve } = require('./conversation.js');

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
const methodOf = (id) => METHODS[id % METHODS.length];
const markOf = (id) => bytesOf(id, 0, 20).toString('hex');

// A request as it goes over the wire.
function requestOf(random, id, length, isLast) {
  const head = [`${methodOf(id)} /${id}/${length} HTTP/1.1`, 'Host: own', `X-Mark: ${markOf(id)}`];
  if (isLast) head.push('Connection: close');
  if (random.chance(2)) {
    head.push(`Content-Length: ${length}`);
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytesOf(id, 0, length)]);
  }
  head.push('Transfer-Encoding: chunked');
  const parts = [Buffer.from(`${head.join('\r\n')}\r\n\r\n`)];
  for (let offset = 0; offset < length;) {
    const count = Math.min(length - offset, 1 + random.length(9000));
    parts.push(Buffer.from(`${count.toString(16)}\r\n`), bytesOf(id, offset, count), Buffer.from('\r\n'));
    offset += count;
  }
  parts.push(Buffer.from(`0\r\nX-Trailer: ${markOf(id + 1)}\r\n\r\n`));
  return Buffer.concat(parts);
}

// Answers requests, and checks all that they are.
function listener(run) {
  return (request, response) => {
    const [, id, length] = request.url.split('/').map(Number);
    const random = new Random(run.seed ^ id ^ 0x1b873593);
    run.disturbance.maybe(random);
    if (request.method !== methodOf(id)) run.fault(`HTTP: ${request.method} instead of ${methodOf(id)} for ${request.url}`);
    if (request.headers['x-mark'] !== markOf(id)) run.fault(`HTTP: a header of ${request.url} is ${request.headers['x-mark']}`);
    const body = new Receiver(run, id, `the body of ${request.url}`);
    request.on('data', (chunk) => {
      body.take(chunk);
      run.disturbance.maybe(random);
      if (random.chance(10)) {
        request.pause();
        setImmediate(() => request.resume());
      }
    });
    request.on('end', () => {
      body.end(length);
      const trailer = request.trailers['x-trailer'];
      if (trailer !== undefined && trailer !== markOf(id + 1)) run.fault(`HTTP: a trailer of ${request.url} is ${trailer}`);
      run.disturbance.maybe(random);
      answer(run, random, response, id);
    });
  };
}

function answer(run, random, response, id) {
  const length = random.length(30_000);
  response.setHeader('X-Id', String(id));
  response.setHeader('X-Mark', markOf(id + 2));
  response.setHeader('X-Length', String(length));
  if (random.chance(2)) response.setHeader('Content-Length', length);
  const half = random.below(length + 1);
  const write = () => {
    response.write(bytesOf(id + 3, 0, half));
    run.disturbance.maybe(random);
    response.end(bytesOf(id + 3, half, length - half));
  };
  if (random.chance(3)) setImmediate(write);
  else if (half === 0) response.end(bytesOf(id + 3, 0, length));
  else write();
}

const upgradeListener = (run) => (request, socket, head) => {
  const id = Number(request.url.split('/')[1]);
  run.disturbance.now(new Random(run.seed ^ id));
  if (request.headers['x-mark'] !== markOf(id)) run.fault(`HTTP: a header of an upgrade is ${request.headers['x-mark']}`);
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n');
  serve(run, socket, head);
};

function serverOf(run, secure, options) {
  const server = secure ? https.createServer(options, listener(run)) : http.createServer(listener(run));
  server.on('upgrade', upgradeListener(run));
  server.on('clientError', (error) => run.fault(`HTTP: ${error.stack} ${error.rawPacket?.subarray(0, 200).toString('latin1')}`));
  server.keepAliveTimeout = 0;
  return server;
}

// ---- clients

function checkAnswer(run, random, response, id) {
  return new Promise((resolve) => {
    const { headers } = response;
    if (headers['x-id'] !== String(id) || headers['x-mark'] !== markOf(id + 2)) run.fault(`HTTP: the answer to ${id} is that to ${headers['x-id']}`);
    const body = new Receiver(run, id + 3, `the answer to ${id}`);
    response.on('data', (chunk) => {
      body.take(chunk);
      run.disturbance.maybe(random);
    });
    response.on('end', () => {
      body.end(Number(headers['x-length']));
      resolve();
    });
    response.on('error', (error) => {
      run.fault(`an answer: ${error.stack}`);
      resolve();
    });
  });
}

// Through the library's client, over connections that are kept.
function ask(run, random, options) {
  const id = run.newId();
  const length = random.length(20_000);
  return new Promise((resolve) => {
    const isSecure = options.ca !== undefined;
    const headers = { 'X-Mark': markOf(id), 'Transfer-Encoding': 'chunked' };
    const request = (isSecure ? https : http).request({ ...options, method: methodOf(id), path: `/${id}/${length}`, headers });
    request.on('response', (response) => {
      run.disturbance.maybe(random);
      checkAnswer(run, random, response, id).then(resolve);
    });
    request.on('error', (error) => {
      run.fault(`a request: ${error.stack}`);
      resolve();
    });
    const half = random.below(length + 1);
    request.write(bytesOf(id, 0, half));
    run.disturbance.maybe(random);
    request.end(bytesOf(id, half, length - half));
  });
}

// Several requests over one connection, in few writes or in many.
async function pipeline(run, random, socket) {
  const total = 1 + random.below(6);
  const first = run.newId(total * 8);
  const ids = Array.from({ length: total }, (_, index) => first + index * 8);
  const wire = Buffer.concat(ids.map((id, index) => requestOf(random, id, random.length(12_000), index === total - 1)));
  const answers = [];
  const ended = new Promise((resolve) => { socket.on('end', resolve); });
  socket.on('error', (error) => run.fault(`a pipeline: ${error.stack}`));
  socket.on('data', (chunk) => {
    answers.push(chunk);
    run.disturbance.maybe(random);
  });
  if (random.chance(2)) {
    socket.write(wire);
  } else {
    for (let offset = 0; offset < wire.length;) {
      const count = 1 + random.length(9000);
      socket.write(wire.subarray(offset, offset + count));
      offset += count;
      if (random.chance(3)) await new Promise((resolve) => { setImmediate(resolve); });
    }
  }
  await ended;
  socket.end();
  readAnswers(run, Buffer.concat(answers), ids);
}

// By hand, so that the client is not what is tested.
function readAnswers(run, wire, ids) {
  let at = 0;
  for (const id of ids) {
    const end = wire.indexOf('\r\n\r\n', at);
    if (end < 0) return run.fault(`a pipeline: no answer to ${id}, but: ${wire.subarray(at, at + 200).toString('latin1')}`);
    const head = wire.subarray(at, end).toString('latin1').toLowerCase();
    const field = (name) => new RegExp(`\r\n${name}: ([^\r]*)`).exec(head)?.[1];
    at = end + 4;
    if (field('x-id') !== String(id) || field('x-mark') !== markOf(id + 2)) return run.fault(`a pipeline: not the answer to ${id}: ${head}`);
    const body = new Receiver(run, id + 3, `the answer to ${id}`);
    if (field('content-length') !== undefined) {
      const length = Number(field('content-length'));
      body.take(wire.subarray(at, at + length));
      at += length;
    } else {
      for (let length = -1; length !== 0;) {
        const line = wire.indexOf('\r\n', at);
        length = parseInt(wire.subarray(at, line).toString('latin1'), 16);
        if (!(length >= 0)) return run.fault(`a pipeline: a chunk of the answer to ${id} has no size`);
        body.take(wire.subarray(line + 2, line + 2 + length));
        at = line + 2 + length + 2;
      }
    }
    body.end(Number(field('x-length')));
  }
  if (at !== wire.length) run.fault(`a pipeline: more than was asked for: ${wire.subarray(at, at + 200).toString('latin1')}`);
  return undefined;
}

// The first bytes of the other protocol come with the request, or after it.
async function upgrade(run, random, socket) {
  const id = run.newId(8);
  const up = random.length(20_000);
  const down = random.length(20_000);
  const upgraded = `GET /${id} HTTP/1.1\r\nHost: own\r\nX-Mark: ${markOf(id)}\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n`;
  const answer = [];
  const ended = new Promise((resolve) => { socket.on('end', resolve); });
  socket.on('error', (error) => run.fault(`an upgrade: ${error.stack}`));
  socket.on('data', (chunk) => {
    answer.push(chunk);
    run.disturbance.maybe(random);
  });
  const withFirst = random.below(up + 1);
  if (random.chance(2)) {
    socket.write(Buffer.from(upgraded));
    await new Promise((resolve) => { setImmediate(resolve); });
    socket.write(Buffer.concat([headerOf(id, up, down), bytesOf(id, 0, withFirst)]));
  } else {
    socket.write(Buffer.concat([Buffer.from(upgraded), headerOf(id, up, down), bytesOf(id, 0, withFirst)]));
  }
  socket.write(bytesOf(id, withFirst, up - withFirst));
  await ended;
  socket.end();
  const wire = Buffer.concat(answer);
  const head = wire.indexOf('\r\n\r\n') + 4;
  const body = new Receiver(run, id + 1, 'an upgrade');
  body.take(wire.subarray(head));
  body.end(down);
}

module.exports = { ask, pipeline, serverOf, upgrade };
