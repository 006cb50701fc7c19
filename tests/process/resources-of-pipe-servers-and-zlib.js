// The server of a pipe counts by the name of a pipe; compression under way does not count at all.
const net = require('net');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `hexloop-resources-${process.pid}`);
const server = net.createServer().listen(file, () => {
  const kinds = process.getActiveResourcesInfo();
  console.log(kinds.includes('PipeWrap'), kinds.some((kind) => kind.includes('Server')));
  require('zlib').gzip('some text', () => server.close());
  console.log(process.getActiveResourcesInfo().some((kind) => /zlib/i.test(kind)));
});
