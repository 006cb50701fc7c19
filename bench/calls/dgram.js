'use strict';
const dgram = require('dgram');
const { once } = require('events');

const small = Buffer.from('hello');
const large = Buffer.alloc(8192, 'x');
let echo;
let socket;

exports.open = async () => {
  echo = dgram.createSocket('udp4');
  socket = dgram.createSocket('udp4');
  echo.on('message', (message, sender) => echo.send(message, sender.port, sender.address));
  echo.bind(0, '127.0.0.1');
  socket.bind(0, '127.0.0.1');
  await Promise.all([once(echo, 'listening'), once(socket, 'listening')]);
};

exports.close = () => {
  echo.close();
  socket.close();
};

const answer = (message) => new Promise((resolve) => {
  socket.once('message', resolve);
  socket.send(message, echo.address().port, '127.0.0.1');
});

exports.calls = {
  'createSocket and close': () => dgram.createSocket('udp4').close(),
  address: () => socket.address(),
};

exports.operations = {
  'text there and back': () => answer('hello'),
  'bytes there and back': () => answer(small),
  '8 KB there and back': () => answer(large),
  'bind and close': async () => {
    const made = dgram.createSocket('udp4');
    made.bind(0, '127.0.0.1');
    await once(made, 'listening');
    return new Promise((resolve) => made.close(resolve));
  },
};
