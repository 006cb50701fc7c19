'use strict';
const child_process = require('child_process');
const path = require('path');
const { once } = require('events');
const { promisify } = require('util');

const execFile = promisify(child_process.execFile);
const exec = promisify(child_process.exec);
const quiet = { stdio: 'ignore' };
let cat;
let forked;

exports.open = async () => {
  cat = child_process.spawn('cat');
  await once(cat, 'spawn');
  forked = child_process.fork(path.join(__dirname, 'fixtures', 'echo_child.js'));
  forked.send('ready');
  await once(forked, 'message');
};

exports.close = () => {
  cat.kill();
  forked.kill();
};

exports.calls = {
  'spawnSync of true': () => child_process.spawnSync('/bin/true').status,
  'execFileSync of echo': () => child_process.execFileSync('/bin/echo', ['hello'], { encoding: 'utf8' }),
  'execSync of echo': () => child_process.execSync('echo hello'),
  'spawnSync of cat with input': () => child_process.spawnSync('cat', { input: 'hello' }).stdout,
};

exports.operations = {
  'spawn of true': () => once(child_process.spawn('/bin/true'), 'close'),
  'spawn of true, stdio ignored': () => once(child_process.spawn('/bin/true', quiet), 'exit'),
  'spawn of echo, its output read': async () => {
    let output = '';
    for await (const chunk of child_process.spawn('/bin/echo', ['hello']).stdout.setEncoding('utf8')) output += chunk;
    return output;
  },
  'spawn and kill': async () => {
    const child = child_process.spawn('sleep', ['60'], quiet);
    child.kill();
    return once(child, 'exit');
  },
  'execFile of echo': () => execFile('/bin/echo', ['hello']),
  'exec of echo': () => exec('echo hello'),
  'exec with an exit code': () => exec('exit 3').catch((error) => error.code),
  '10 spawn at once': () => Promise.all(Array.from({ length: 10 }, () => once(child_process.spawn('/bin/true', quiet), 'exit'))),
  'text to cat and back': () => new Promise((resolve) => {
    cat.stdout.once('data', resolve);
    cat.stdin.write('hello\n');
  }),
  'message to a forked child and back': (turn) => new Promise((resolve) => {
    forked.once('message', resolve);
    forked.send({ turn });
  }),
};
