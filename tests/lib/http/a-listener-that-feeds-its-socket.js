'use strict';
// A message's listener has its own socket read on, while the parser is in the middle of telling of that message: what comes
// is read after what is under way, in its order.

const { request } = require('http');
const { Duplex } = require('stream');

function socketThat(answers) {
  return new Duplex({
    read() {},
    write(chunk, encoding, callback) {
      if (String(chunk).includes('\r\n\r\n')) answers(this);
      callback();
    },
  });
}

let socket;
const asked = request('http://localhost:8080', { createConnection: () => (socket = socketThat((own) => own.push('HTTP/1.1 100 Continue\r\n\r\n'))) });
asked.on('information', ({ statusCode }) => {
  console.log('information', statusCode);
  if (statusCode === 100) {
    socket.push('HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n');
    console.log('pushed');
  } else {
    socket.push('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc');
    socket.push('def');
    socket.push(null);
  }
});
asked.on('response', (response) => {
  console.log('response', response.statusCode);
  response.setEncoding('utf8').on('data', (text) => console.log('data', text)).on('end', () => console.log('end'));
});
asked.on('error', (error) => console.log('error', error.code));
asked.on('close', () => console.log('close'));
asked.end();
