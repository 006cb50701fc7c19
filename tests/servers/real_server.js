'use strict';
// Starts a real server in a folder of its own, on a port that was free, and stops it again.
const { spawn } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const net = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { once } = require('node:events');
const { setTimeout: sleep } = require('node:timers/promises');

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port) {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'hexloop-servers-'));

async function start(command, args, port, folder, options = {}) {
  const child = spawn(command, args, { stdio: 'ignore', ...options });
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === 300 || child.exitCode !== null) throw new Error(`${command} does not answer`);
    await sleep(100);
  }
  return async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

module.exports = { freePort, newFolder, start };
