'use strict';
// What programs can see of the machinery: the parser is used again, the socket's encoding is not theirs to change, lengths are
// those on the wire.

const http = require('http');
const { HTTPParser, parsers } = require('_http_common');

console.log(parsers.name, parsers.max, typeof parsers.alloc, typeof parsers.free);
http.setMaxIdleHTTPParsers(500);
console.log(parsers.max);
http.setMaxIdleHTTPParsers(1000);

const server = http.createServer((req, res) => {
  const { parser } = req.socket;
  console.log(typeof parser[HTTPParser.kOnTimeout]);
  req.socket.on('close', () => console.log('freed', parser[HTTPParser.kOnTimeout], parser.onIncoming));
  try {
    req.socket.setEncoding('utf8');
  } catch (error) {
    console.log(error.code, error.message);
  }
  res.sendDate = false;
  console.log(res.writableLength);
  res.write('');
  const before = res.writableLength;
  res.write('asd');
  res.write('0123456789abcdef');
  console.log(res.writableLength - before);
  res.end(() => console.log(res.writableLength));
});
server.listen(0, '127.0.0.1', () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const seen = new Set();
  let left = 3;
  for (let i = 0; i < 3; i++) {
    const request = http.get({ port: server.address().port, host: '127.0.0.1', agent }, (response) => {
      seen.add(request.parser);
      response.resume().on('end', () => {
        if (--left > 0) return;
        console.log('parsers', seen.size);
        agent.destroy();
        server.close();
      });
    });
  }
});
