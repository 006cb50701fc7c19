'use strict';
// An HTTP server of this process that is asked without pause.

const http = require('http');
const { must, pause } = require('./common.js');

function get(agent, port, path) {
  return new Promise((resolve, reject) => {
    http.get({ agent, port, path, host: '127.0.0.1' }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (chunk) => { text += chunk; });
      res.on('end', () => resolve(text)).on('error', reject);
    }).on('error', reject);
  });
}

class Load {
  #server = http.createServer((req, res) => { setImmediate(() => res.end(req.url)); });
  #agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  #clients = [];
  #isOver = false;

  async start(clients, count) {
    // A step that waits synchronously holds this thread: a connection that is closed for being idle may be in use by then.
    this.#server.keepAliveTimeout = 0;
    await new Promise((resolve) => { this.#server.listen(0, '127.0.0.1', resolve); });
    this.#clients = Array.from({ length: clients }, () => this.#ask(count));
  }

  async #ask(count) {
    const { port } = this.#server.address();
    for (let n = 0; !this.#isOver; n++) {
      const text = await get(this.#agent, port, `/${n}`);
      must(text === `/${n}`, `asked for /${n}, got ${text}`);
      count('request');
      await pause(1);
    }
  }

  async stop() {
    this.#isOver = true;
    await Promise.all(this.#clients);
    this.#agent.destroy();
    await new Promise((resolve) => { this.#server.close(resolve); });
  }
}

module.exports = { Load };
