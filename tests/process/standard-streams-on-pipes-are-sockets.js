// stdin: hello
const net = require('net');
const { Readable, Writable } = require('stream');
const show = (name, stream) => console.log(name, stream.constructor.name, stream.fd, stream._type, stream.isTTY, stream._isStdio,
  stream.readable, stream.writable, stream.allowHalfOpen, stream.readableHighWaterMark, stream.writableHighWaterMark,
  stream instanceof net.Socket, stream instanceof Readable, stream instanceof Writable, stream.eventNames());
show('stdin', process.stdin);
show('stdout', process.stdout);
process.stderr.unref();
console.log(process.stdin.readyState, process.stdin.readableFlowing, process.stdin.bytesRead, process.stdin.pending, process.stdin.remoteAddress);
console.log(process.stdout.readyState, process.stdout.destroySoon === process.stdout.destroy, process.stdout.connecting);
console.log(process.getActiveResourcesInfo(), process._getActiveHandles().length);
process.stdin.unref();
console.log(process.getActiveResourcesInfo());
process.stdin.ref().on('data', (data) => console.log(`${data}`, process.stdin.bytesRead)).on('end', () => console.log('end'))
  .on('close', (hadError) => console.log('close', hadError, process.stdin.destroyed, process.stdin.readyState));
