'use strict';
// WebSocket, the client: construction, events, closing, and servers that violate the protocol.

const { inspect } = require('util');
const { show } = require('../table.js');
const { start } = require('../web_socket_server.js');

show(
  () => new WebSocket(),
  () => new WebSocket(''),
  () => new WebSocket('/x'),
  () => new WebSocket('ftp://a'),
  () => new WebSocket('ws://a/#x'),
  () => new WebSocket('ws://127.0.0.1:9/', ['a', 'a']),
  () => new WebSocket('ws://127.0.0.1:9/', 'a b'),
  () => new WebSocket('ws://127.0.0.1:9/', ['']),
  () => WebSocket.prototype.readyState,
  () => WebSocket.prototype.send.call({}),
  () => [WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.CLOSING, WebSocket.CLOSED, WebSocket.length],
  () => require('http').WebSocket === WebSocket,
);

const attempt = (work) => {
  try {
    return inspect(work());
  } catch (error) {
    return `${error.name} ${error.message}`;
  }
};

const shown = (text) => text.replace(/x{100,}/, (run) => `x{${run.length}}`);
const report = {
  open: () => '',
  message: ({ data, origin, lastEventId }) => `${shown(inspect(data, { maxStringLength: Infinity, breakLength: Infinity }))} ${origin.replace(/\d+$/, 'PORT')} ${inspect(lastEventId)}`,
  error: ({ message, error }) => `${inspect(message)} ${error.name} ${inspect(error.message)}`,
  close: ({ wasClean, code, reason }) => `${wasClean} ${code} ${inspect(reason)}`,
};

function lifeOf(name, socket) {
  return new Promise((resolve) => {
    for (const type of Object.keys(report)) {
      socket.addEventListener(type, (event) => {
        console.log(`${name}: ${type} ${event.constructor.name} ${report[type](event)}, state ${socket.readyState}, protocol ${inspect(socket.protocol)}`);
        if (type === 'close') setTimeout(resolve, 20);
      });
    }
  });
}

const big = 'x'.repeat(70000);
const headWith = (lines) => (accept) => `HTTP/1.1 101 X\r\nUpgrade: WebSocket\r\nConnection: upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${lines}\r\n`;
const sends = (opcode, payload, options) => ({ open(socket, frame) { socket.write(frame(opcode, payload, options)); } });
const scenes = {
  asked: {
    open(socket, frame, { rawHeaders, headers }) {
      const names = rawHeaders.filter((text, index) => index % 2 === 0 && !['sec-websocket-extensions', 'accept-encoding'].includes(text));
      console.log(names.join(), headers['sec-websocket-key'].length, headers['sec-websocket-protocol']);
    },
  },
  telling: {
    open(socket, frame) {
      socket.write(Buffer.concat([frame(1, 'hé'), frame(2, [1, 2]), frame(1, 'a', { fin: false }), frame(9, 'ping'), frame(0, 'b', { fin: false }), frame(0, 'c')]));
      socket.write(frame(1, big));
      socket.write(frame(8, Buffer.from('\x03\xe8bye', 'latin1')));
    },
    frame({ opcode, masked, payload }, socket) {
      console.log(`the server got ${opcode} ${masked} ${payload.toString('latin1').length} bytes`);
      if (opcode === 8) socket.end();
    },
  },
  protocol: { head: headWith('Sec-WebSocket-Protocol: b\r\n') },
  'another protocol': { head: headWith('Sec-WebSocket-Protocol: z\r\n') },
  'an extension': { head: headWith('Sec-WebSocket-Extensions: foo\r\n') },
  'a wrong accept': { head: () => headWith('')('x') },
  'a wrong upgrade': { head: (accept) => headWith('')(accept).replace('WebSocket', 'foo') },
  'gone': { open(socket) { setTimeout(() => socket.destroy(), 20); } },
  'masked': { open(socket) { socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x61])); } },
  'no UTF-8': sends(1, [0xff]),
  'an opcode': sends(3, 'x'),
  'a reserved bit': sends(1, 'x', { rsv: 0x20 }),
  'a continuation of nothing': sends(0, 'x'),
  'a long ping': sends(9, 'x'.repeat(126)),
  'a close of one byte': sends(8, 'x'),
  'a wrong code': { ...sends(8, [0x03, 0xed]), frame({ opcode, payload }, socket) { console.log('the server got', opcode, payload.toString('hex')); socket.end(); } },
};

async function talk(base) {
  const socket = new WebSocket(`${base}/echo`);
  console.log(socket.readyState, socket.url.replace(/\d{4,}/, 'PORT'), socket.binaryType, socket.bufferedAmount);
  console.log(attempt(() => socket.send('x')), attempt(() => socket.close(5)), attempt(() => socket.close(1000, 'x'.repeat(124))));
  socket.binaryType = 'something';
  console.log(socket.binaryType);
  const life = lifeOf('echo', socket);
  socket.onopen = () => {
    socket.binaryType = 'arraybuffer';
    for (const data of ['text', new Uint8Array([1, 2, 3]), new Blob(['blob']), new ArrayBuffer(2), new DataView(new ArrayBuffer(1)), 5, '', big]) socket.send(data);
  };
  let left = 8;
  socket.onmessage = () => {
    if (--left > 0) return;
    socket.close(3001, 'done');
    console.log(socket.readyState);
    socket.send('late');
  };
  await life;
  socket.send('x');
  socket.close();
}

(async () => {
  const server = await start(scenes);
  const base = `ws://127.0.0.1:${server.address().port}`;
  await lifeOf('no protocol', new WebSocket(`${base}/asked`, ['a', 'b']));
  const agreed = new WebSocket(`${base.replace('ws', 'http')}/protocol`, ['a', 'b']);
  agreed.onopen = () => agreed.close();
  await lifeOf('protocol', agreed);
  for (const name of Object.keys(scenes).slice(3).concat('telling')) {
    scenes[encodeURI(name)] = scenes[name];
    await lifeOf(name, new WebSocket(`${base}/${name}`, name === 'another protocol' ? 'b' : undefined));
  }
  await talk(base);
  const early = new WebSocket(`${base}/echo`);
  const life = lifeOf('closed early', early);
  early.close();
  await life;
  await lifeOf('a port that nobody uses so', new WebSocket('ws://127.0.0.1:1/'));
  server.closeAllConnections();
  server.close();
})();
