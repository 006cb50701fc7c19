'use strict';
// What createHook() hears of HTTP parsers, of files that are watched, of a name that is looked up and of accepted connections.
const { createHook, executionAsyncId } = require('async_hooks');
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');

const SHOWN = /HTTP|FSEVENT|STATWATCHER|GETADDRINFO|TCP|PIPE/;
const types = new Map();
let heard = [];
const note = (event, id) => SHOWN.test(types.get(id)) && heard.push(`${event} ${types.get(id)}`);

createHook({
  trackPromises: false,
  init(id, type, trigger) {
    types.set(id, type);
    if (SHOWN.test(type)) heard.push(`init ${type} by ${types.get(trigger) ?? 'the program'}`);
  },
  before: (id) => note('before', id),
  after: (id) => note('after', id),
  destroy: (id) => note('destroy', id),
}).enable();
const here = (what) => heard.push(`-- ${what} in ${types.get(executionAsyncId()) ?? 'the program'}`);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooks-'));
const parts = {
  'http'(done) {
    const server = http.createServer((request, response) => {
      here('request');
      response.end('x');
    }).listen(0, () => {
      http.get({ port: server.address().port, host: '127.0.0.1', agent: false }, (response) => {
        here('response');
        response.resume().on('end', () => server.close(done));
      });
    });
  },
  'a pipe'(done) {
    const server = net.createServer((connection) => {
      here('connection');
      connection.end();
    }).listen(path.join(folder, 'pipe'), () => {
      net.connect(path.join(folder, 'pipe')).resume().on('close', () => server.close(done));
    });
  },
  'a folder that is watched'(done) {
    const watcher = fs.watch(folder, { persistent: false });
    watcher.on('close', done);
    setTimeout(() => watcher.close(), 20);
  },
  'a file that is watched'(done) {
    const file = path.join(folder, 'file');
    fs.writeFileSync(file, 'x');
    fs.watchFile(file, { interval: 20 }, () => {
      here('change');
      fs.unwatchFile(file);
      done();
    });
    setTimeout(() => fs.writeFileSync(file, 'longer'), 100);
  },
};

function next([name, ...others]) {
  if (name === undefined) {
    fs.rmSync(folder, { recursive: true });
    return;
  }
  heard = [];
  // What ends with a part is destroyed by then.
  parts[name](() => setTimeout(() => {
    // In which order two ends of a connection come to theirs is not certain.
    const ends = heard.filter((line) => /^destroy/.test(line)).sort();
    console.log(name);
    for (const line of heard.filter((each) => !/^destroy|TCPWRAP$|PIPEWRAP$/.test(each))) console.log(`  ${line}`);
    console.log(`  ${ends.join(', ')}`);
    next(others);
  }, 100));
}

next(Object.keys(parts));
