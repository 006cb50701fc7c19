// An HTTP server and its client over loopback: headers, bodies, keep-alive, chunks.
const say = (text) => console.log(text);
const http = require('http');
const server = http.createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => { body += chunk; });
  request.on('end', () => {
    say(request.method + ' ' + request.url + ' ' + request.headers['x-own'] + ' ' + body);
    response.setHeader('X-Answer', ['one', 'two']);
    response.setHeader('Content-Type', 'text/plain');
    if (request.url === '/chunks') {
      response.write('a chunk ');
      response.write('another ');
      response.end('the last');
    } else {
      response.writeHead(201, 'Made', { 'X-Own': 'own' });
      response.end('answer');
    }
  });
});
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
server.listen(0, '127.0.0.1', () => ask('/first', 'POST', 'the body', () => ask('/chunks', 'GET', undefined, () => {
  agent.destroy();
  server.close(() => say('closed'));
})));
function ask(path, method, body, done) {
  const { port } = server.address();
  const request = http.request({ host: '127.0.0.1', port, path, method, agent, headers: { 'X-Own': 'value' } }, (response) => {
    say(response.statusCode + ' ' + response.statusMessage + ' ' + response.headers['x-answer'] + ' ' + response.headers['transfer-encoding']);
    let text = '';
    response.on('data', (chunk) => { text += chunk.latin1Slice(0, chunk.length); });
    response.on('end', () => { say(text); done(); });
  });
  request.on('error', (error) => say(error.code + ' ' + error.message));
  request.end(body);
}
