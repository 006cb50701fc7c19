'use strict';
// The traces that the page is tested with: a small program whose every line is known, one with something to find, and a
// server with a million callbacks.

const { Simulator } = require('./simulator.js');

const SMALL = `'use strict';
const fs = require('node:fs');

console.log('A: the main script');

setTimeout(function late() {
  console.log('G: timers');
  process.nextTick(() => console.log('H: a tick between two timers'));
}, 0);
setTimeout(() => console.log('I: timers, set second'), 0);

fs.stat(__filename, function onStat() {
  console.log('J: poll');
  setTimeout(() => console.log('M: the next turn'), 0);
  setImmediate(() => console.log('L: check follows poll'));
});

setImmediate(function first() {
  console.log('K: check');
  setImmediate(() => console.log('N: queued in check, so one turn later'));
});

Promise.resolve().then(function job() {
  console.log('D: promise jobs');
  process.nextTick(() => console.log('F: ticks again'));
  queueMicrotask(() => console.log('E: still promise jobs'));
});

process.nextTick(() => console.log('C: ticks first'));
const never = setTimeout(() => console.log('never'), 5000);
clearTimeout(never);
console.log('B: the last line');
`;

/** The classic puzzle with a file read: all rules of the order in fourteen lines of output. */
function small() {
  const loop = new Simulator({ path: '/home/ada/puzzle.js', text: SMALL });
  const says = (snippet) => (t) => t.print(snippet.match(/'(.*)'/)[1], snippet);
  return loop.run((t) => {
    t.work(180_000);
    t.print('A: the main script', "console.log('A");
    t.timeout(0, 'setTimeout(function late', 'late', (u) => {
      u.print('G: timers', "console.log('G");
      u.tick("process.nextTick(() => console.log('H", '', says("console.log('H: a tick between two timers')"));
    });
    t.timeout(0, "setTimeout(() => console.log('I", '', says("console.log('I: timers, set second')"));
    t.job('fs.stat puzzle.js', 320_000, 'fs.stat(', 'onStat', (u) => {
      u.print('J: poll', "console.log('J");
      u.timeout(0, "setTimeout(() => console.log('M", '', says("console.log('M: the next turn')"));
      u.immediate("setImmediate(() => console.log('L", '', says("console.log('L: check follows poll')"));
    });
    t.immediate('setImmediate(function first', 'first', (u) => {
      u.print('K: check', "console.log('K");
      u.immediate("setImmediate(() => console.log('N", '', says("console.log('N: queued in check, so one turn later')"));
      u.work(1_100_000);
    });
    t.promise('Promise.resolve().then', 'job', (u) => {
      u.print('D: promise jobs', "console.log('D");
      u.tick("process.nextTick(() => console.log('F", '', says("console.log('F: ticks again')"));
      u.promise("queueMicrotask(() => console.log('E", '', says("console.log('E: still promise jobs')"));
    });
    t.tick("process.nextTick(() => console.log('C", '', says("console.log('C: ticks first')"));
    const never = t.timeout(5000, "const never = setTimeout", '', null);
    t.work(2000);
    t.clear(never);
    t.print('B: the last line', "console.log('B");
    t.work(1_000_000);
  });
}

const MODULE = `import net from 'node:net';

process.nextTick(function tick() {});
await Promise.resolve().then(function job() {});

const socket = net.connect('/run/app.sock');
socket.on('close', function closed() {});
socket.destroy();

setTimeout(function quick() {
  setTimeout(function inner() {}, 0);
  blockFor(12);
}, 1);
setTimeout(function slower() {}, 8);
const beat = setInterval(function repeat() {}, 20);
`;

/** The rules that the puzzle leaves out: a module's top level, the first wait, late timers, an interval, close. */
function moduleTrace() {
  const loop = new Simulator({ path: '/home/ada/rules.mjs', text: MODULE, module: true });
  let beats = 0;
  const repeat = (t) => {
    if (++beats < 2) t.timeout(20, 'setInterval(function repeat', 'repeat', repeat, { kind: 'interval' }).resource = 900;
  };
  return loop.run((t) => {
    t.tick('process.nextTick(function tick', 'tick', null);
    t.promise('Promise.resolve().then(function job', 'job', null);
    t.close('socket.destroy()', 'closed', null, "socket.on('close'");
    t.timeout(1, 'setTimeout(function quick', 'quick', (u) => {
      u.timeout(0, 'setTimeout(function inner', 'inner', null);
      u.work(12e6);
    });
    t.timeout(8, 'setTimeout(function slower', 'slower', null);
    t.timeout(20, 'setInterval(function repeat', 'repeat', repeat, { kind: 'interval' }).resource = 900;
  });
}

const SERVER = `'use strict';
const http = require('node:http');
const { readFile, readFileSync } = require('node:fs');
const { pbkdf2Sync, pbkdf2 } = require('node:crypto');

const server = http.createServer(function onRequest(request, response) {
  readFile('./page.html', function onPage(error, page) {
    Promise.resolve(page).then(function render(text) {
      return text.toString().replace('%user%', request.url);
    }).then(function respond(text) {
      process.nextTick(() => response.end(text));
    });
  });
});

function login(request, response) {
  const settings = readFileSync('./settings.json', 'utf8');
  const key = pbkdf2Sync(request.password, 'salt', 300_000, 32, 'sha256');
  setImmediate(() => response.end(key.toString('hex')));
}

function hash(password, done) {
  pbkdf2(password, 'salt', 600_000, 32, 'sha256', done);
}

setInterval(function beat() {
  console.log('beat');
}, 50);

setTimeout(function closeIdle() {
  server.closeIdleConnections();
}, 400);
`;

/** Numbers that look random and are the same every time. */
function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A request: read a file on the pool, render, respond, end: six callbacks. */
function request(random) {
  return (t) => {
    t.work(4000 + random() * 30_000);
    t.job('fs.readFile page.html', 40_000 + random() * 200_000, "readFile('./page.html'", 'onPage', (u) => {
      u.work(2000);
      u.promise('Promise.resolve(page).then', 'render', (v) => {
        v.work(3000 + random() * 20_000);
        v.promise('.then(function respond', 'respond', (w) => {
          w.work(1000);
          w.tick('process.nextTick(() => response.end', '', (x) => {
            x.work(6000);
            if (random() < 0.1) x.close('response.end(text)', '', null);
          });
        });
      });
    });
  };
}

function beat(t) {
  t.print('beat', "console.log('beat')");
  const next = t.timeout(50, 'setInterval(function beat', 'beat', beat, { kind: 'interval' });
  next.resource = t.beatResource;
}

/** A server with `callbacks` callbacks; `slow` gives it a login that hashes on the loop. */
function server(callbacks, { slow = false, seed = 10 } = {}) {
  const loop = new Simulator({ path: '/srv/app/server.js', text: SERVER });
  const random = dice(seed);
  const arrive = (t) => {
    request(random)(t);
    if (slow && random() < 0.008) t.immediate('function login', 'login', blocked(random));
    t.io('http request', 20_000 + random() * 900_000 * (random() < 0.02 ? 30 : 1), 'http.createServer(', 'onRequest', arrive);
  };
  const trace = loop.run(
    (t) => {
      t.work(2_000_000);
      t.beatResource = -2;
      const first = t.timeout(50, 'setInterval(function beat', 'beat', beat, { kind: 'interval' });
      t.beatResource = first.resource;
      t.timeout(400, 'setTimeout(function closeIdle', 'closeIdle', (u) => u.work(50_000));
      for (let i = 0; i < 5; i++) t.io('http request', 100_000 * (i + 1), 'http.createServer(', 'onRequest', arrive);
    },
    (t) => t.trace.tasks.id.length >= callbacks,
  );
  if (slow) trace.findings = findings(trace);
  return trace;
}

function blocked(random) {
  return (t) => {
    t.call('fs.readFileSync settings.json', 900_000, "readFileSync('./settings.json'", 2048);
    const took = Math.round(70e6 + random() * 60e6);
    for (let at = 25e6; at < took; at += 10e6) t.add('samples', { at: t.now + at, task: t.current.id, stack: t.stack('pbkdf2Sync(request.password') });
    t.call('crypto.pbkdf2Sync', took, 'pbkdf2Sync(request.password');
    t.immediate("setImmediate(() => response.end(key", '', (u) => u.work(20_000));
  };
}

function findings(trace) {
  const { tasks, places } = trace;
  const login = places.name.indexOf('login');
  const rows = tasks.id.map((_, row) => row).filter((row) => tasks.defined[row] === login);
  const longest = rows.reduce((best, row) => (tasks.ended[row] - tasks.began[row] > tasks.ended[best] - tasks.began[best] ? row : best), rows[0]);
  const late = tasks.id.map((_, row) => row).filter((row) => tasks.due[row] >= 0 && tasks.began[row] - tasks.due[row] > 30e6)[0];
  const line = trace.calls.stack[1];
  return [
    { kind: 'blocked', severity: 'high', title: 'login held the loop', text: `A callback ran for more than 50 ms, ${rows.length} times. Nothing else could run meanwhile: no request was answered, no timer fired.`, advice: 'Use crypto.pbkdf2, which works on the thread pool, instead of pbkdf2Sync.', place: trace.stacks[line][0], stack: line, task: tasks.id[longest], others: [], from: tasks.began[longest], to: tasks.ended[longest], cost: rows.reduce((sum, row) => sum + tasks.ended[row] - tasks.began[row], 0) },
    { kind: 'late', severity: 'medium', title: 'A timer of 50 ms ran late', text: 'It was due while login held the loop.', advice: 'A timer is never early, but as late as the longest callback: shorten that one.', place: tasks.defined[late], stack: tasks.scheduled[late], task: tasks.id[late], others: [tasks.id[longest]], from: tasks.due[late], to: tasks.ended[late], cost: tasks.began[late] - tasks.due[late] },
  ];
}

module.exports = { moduleTrace, server, small };

if (require.main === module) {
  const [name, size] = process.argv.slice(2);
  const trace = name === 'small' ? small() : server(Number(size ?? 1e6), { slow: name === 'slow' });
  process.stdout.write(JSON.stringify(trace));
}
