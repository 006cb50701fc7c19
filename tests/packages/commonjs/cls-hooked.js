// Continuation-local storage on async hooks.
const cls = require('cls-hooked');
const fs = require('node:fs');
const http = require('node:http');

const namespace = cls.createNamespace('test');
const said = [];
let finished;
const say = (where) => said.push(`${where} ${namespace.get('value')}`);

namespace.run(() => {
  namespace.set('value', 1);
  setTimeout(() => say('timeout'), 5);
  setImmediate(() => say('immediate'));
  process.nextTick(() => say('tick'));
  Promise.resolve().then(() => say('then'));
  fs.stat('.', () => say('fs'));
  finished = (async () => {
    await null;
    say('await');
    await new Promise((resolve) => setTimeout(resolve, 10));
    say('second await');
  })();
});
say('outside');

const server = http.createServer((request, response) => namespace.run(() => {
  namespace.set('value', request.url);
  setTimeout(() => response.end(namespace.get('value')), 5);
}));
server.listen(0, async () => {
  const get = (path) => new Promise((resolve) => {
    http.get({ port: server.address().port, path, agent: false }, (response) => response.setEncoding('utf8').on('data', resolve));
  });
  console.log(await Promise.all(['/a', '/b', '/c'].map(get)));
  server.close();
  await finished;
  console.log(said.sort());
});
