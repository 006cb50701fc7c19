'use strict';
const dgram = require('dgram');

const early = dgram.createSocket({ type: 'udp4', signal: AbortSignal.abort() });
early.on('close', () => console.log('aborted before: closed'));

const controller = new AbortController();
const socket = dgram.createSocket({ type: 'udp4', signal: controller.signal });
socket.on('close', () => console.log('closed'));
socket.bind(0, () => {
  console.log('bound');
  controller.abort();
  console.log('aborted');
});

const other = new AbortController();
const closed = dgram.createSocket({ type: 'udp4', signal: other.signal });
closed.close(() => {
  other.abort();
  console.log('an abort after the close is nothing');
});

(async () => {
  const disposed = dgram.createSocket('udp4').bind(0);
  await disposed[Symbol.asyncDispose]();
  await disposed[Symbol.asyncDispose]();
  try {
    disposed.close();
  } catch ({ code }) {
    console.log('disposed', code);
  }
})();
